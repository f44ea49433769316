import { isBuiltin } from 'node:module';
import { type Edge, findCycles } from './cycles.ts';
import { type Import, importsOf, lineAt, type Tree, withoutComments } from './imports.ts';

export type Fault = { path: string; line: number; rule: string };
type File = { path: string; text: string; imports: Import[] };
type Rule = (files: File[], tree: Tree) => Fault[];

/** What a feature of the server may be made of; a further concern is named here before it gets its file. */
const CONCERNS = [
  'routes',
  'sockets',
  'service',
  'queries',
  'policy',
  'jobs',
  'mails',
  'presenters',
  'passwords',
  'arena',
  'changes',
  'leaving',
  'packing',
  'confirmation',
  'editing',
  'finding',
  'listing',
  'searching',
  'deeds',
  'sending',
  'uploading',
  'counts',
  'head',
  'likes',
  'marks',
  'comments',
  'mentions',
  'categories',
  'removing',
  'reporting',
  'keys',
  'kinds',
  'cases',
  'mutes',
  'suspensions',
  'audience',
  'nodes',
  'probes',
  'settling',
  'claims',
  'returns',
  'sandbox',
  'testing',
];

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const serverFeature = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
const within = (folder: string) => (path: string | null) => path?.startsWith(`${folder}/`) === true;
const inShared = within('shared');
const inServer = within('server');
const inWeb = within('web');
const inPlatform = within('server/src/platform');

/** One fault for every import of `files` that `breaks` answers a sentence for. */
const eachImport =
  (breaks: (file: File, imported: Import) => string | false): Rule =>
  (files) =>
    files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const rule = breaks(file, imported);
        return rule === false ? [] : [{ path: file.path, line: imported.line, rule }];
      }),
    );

const fileNames: Rule = (files) =>
  files.flatMap(({ path }) => {
    if (!path.startsWith('server/src/features/') || isTest(path)) return [];
    const name = path.split('/').slice(4).join('/');
    if (CONCERNS.some((concern) => name === `${concern}.ts`)) return [];
    return [{ path, line: 1, rule: `a server feature is made of ${CONCERNS.join('.ts, ')}.ts and tests` }];
  });

/** What is longer tells of two things. */
const LINES = 300;
const shortFiles: Rule = (_files, tree) =>
  [...tree]
    .filter(([path]) => !isTest(path))
    .map(([path, source]) => ({ path, lines: source.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines >= LINES)
    .map(({ path, lines }) => ({
      path,
      line: LINES,
      rule: `a file stays below ${LINES} lines (here: ${lines}): cut it where its second concern begins`,
    }));

const throughService = eachImport(({ path }, { target }) => {
  const from = serverFeature(path);
  const to = target === null ? undefined : serverFeature(target);
  if (from === undefined || to === undefined || from === to) return false;
  const doors = isTest(path) || path.endsWith('/testing.ts') ? ['service', 'testing'] : ['service'];
  if (doors.some((door) => target === `server/src/features/${to}/${door}.ts`)) return false;
  return `features import each other only through service.ts (here: ${to})`;
});

const routesKnowNoQueries = eachImport(({ path }, { target }) => {
  if (!/^server\/src\/features\/[^/]+\/(routes|sockets)\.ts$/.test(path)) return false;
  return /\/queries\.ts$/.test(target ?? '') && 'routes and sockets know the service, not queries';
});

const platformIsBelow = eachImport(({ path }, { target }) => {
  const isBelow = /^server\/src\/platform\//.test(path) && !isTest(path);
  return isBelow && /^server\/src\/features\//.test(target ?? '') && 'the platform knows no feature';
});

/** What each engine is reached by. */
const ADAPTED =
  /^(pg|pg-boss|sql-template-tag|@electric-sql\/pglite|ioredis|rate-limiter-flexible|socket\.io|@socket\.io\/redis-streams-adapter|flydrive|@aws-sdk\/[^/]+|nodemailer|stripe)(\/|$)/;
const enginesByAdapter = eachImport(({ path }, { specifier }) => {
  const isOwn = !inServer(path) || inPlatform(path) || isTest(path) || /\/testing[^/]*\.ts$/.test(path);
  const engine = isOwn ? undefined : ADAPTED.exec(specifier)?.[1];
  return engine !== undefined && `an engine is reached by its adapter in platform alone (here: ${engine})`;
});

const kitIsDomainFree = eachImport(
  ({ path }, { target }) =>
    /^web\/src\/(ui|lib)\//.test(path) &&
    /^web\/src\/features\//.test(target ?? '') &&
    'the kit and the library of the client know no feature',
);

const sharedStandsAlone = eachImport(({ path }, { specifier, target }) => {
  if (!inShared(path)) return false;
  if (isBuiltin(specifier) && !isTest(path)) return 'shared runs in the browser too: no modules of Node';
  return (inServer(target) || inWeb(target)) && 'shared imports neither server nor web';
});

const sidesApart = eachImport(({ path }, { target }) => {
  const crosses = (inServer(path) && inWeb(target)) || (inWeb(path) && inServer(target));
  return crosses && 'server and web meet in shared only';
});

const SCREEN = /^web\/src\/.*\.tsx$/;
const screensImportNoSocket = eachImport(
  ({ path }, { specifier }) =>
    SCREEN.test(path) && /^socket\.io/.test(specifier) && 'screens never touch sockets: use lib/socket.ts',
);

const screensFetchNothing: Rule = (files) =>
  files
    .filter(({ path }) => SCREEN.test(path))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(?:(?<![.\w$])|\b(?:window|globalThis)\s*\.\s*)(?:fetch|XMLHttpRequest|WebSocket)\s*\(/g,
        ),
      ].map(({ index }) => ({
        path,
        line: lineAt(text, index),
        rule: 'screens never fetch: use the api of the feature',
      })),
    );

/** The validators would double the client: nothing it runs may lead to them, over however many files. */
const clientWithoutValidators: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const known = new Map<string, boolean>();
  const leads = (path: string): boolean => {
    const answer = known.get(path);
    if (answer !== undefined) return answer;
    known.set(path, false);
    const found = (byPath.get(path)?.imports ?? []).some(isValidator);
    known.set(path, found);
    return found;
  };
  const isValidator = ({ specifier, target, typeOnly }: Import) =>
    !typeOnly && (/^(@sinclair\/)?typebox(\/|$)/.test(specifier) || (target !== null && leads(target)));
  return files
    .filter(({ path }) => path.startsWith('web/src/') && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((imported) => !inWeb(imported.target) && isValidator(imported))
        .map(({ line }) => ({
          path,
          line,
          rule: 'the client imports types of the contract only (import type)',
        })),
    );
};

const namesAgree: Rule = (files, tree) => {
  const isKnown = (name: string) =>
    tree.has(`shared/src/contract/${name}.ts`) ||
    tree.has(`shared/src/texts/${name}.ts`) ||
    files.some(({ path }) => serverFeature(path) === name);
  const first = new Map<string, string>();
  for (const { path } of files) {
    const name = /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
    if (name !== undefined && !first.has(name)) first.set(name, path);
  }
  return [...first]
    .filter(([name]) => !isKnown(name))
    .map(([name, path]) => ({
      path,
      line: 1,
      rule: `the feature '${name}' has this name neither in the contract, nor in the texts, nor in the server`,
    }));
};

/** Of what runs when a file is loaded: types and what is loaded on demand may point back without harm. */
const noCycles: Rule = (files) => {
  const graph = new Map(
    files.map(({ path, imports }): [string, Edge[]] => [
      path,
      imports.flatMap(({ target, typeOnly, lazy, line }) =>
        target === null || typeOnly || lazy ? [] : [{ to: target, line }],
      ),
    ]),
  );
  return findCycles(graph).map(({ path, line }) => ({
    path: path.at(-2) ?? '',
    line,
    rule: `imports go round in a circle: ${path.join(' → ')}`,
  }));
};

const noFeatureCycles: Rule = (files) => {
  const graph = new Map<string, (Edge & { path: string })[]>();
  for (const { path, imports } of files) {
    const from = serverFeature(path);
    if (from === undefined || isTest(path) || path.endsWith('/testing.ts')) continue;
    const edges = graph.get(from) ?? [];
    graph.set(from, edges);
    for (const { target, line } of imports) {
      const to = target === null ? undefined : serverFeature(target);
      if (to !== undefined && to !== from && !edges.some((edge) => edge.to === to))
        edges.push({ to, line, path });
    }
  }
  return findCycles(graph).map(({ path }) => {
    const closing = graph.get(path.at(-2) ?? '')?.find(({ to }) => to === path.at(-1));
    return {
      path: closing?.path ?? '',
      line: closing?.line ?? 1,
      rule: `features go round in a circle: ${path.join(' → ')}`,
    };
  });
};

const RULES: Rule[] = [
  fileNames,
  shortFiles,
  throughService,
  routesKnowNoQueries,
  platformIsBelow,
  enginesByAdapter,
  kitIsDomainFree,
  sharedStandsAlone,
  sidesApart,
  screensImportNoSocket,
  screensFetchNothing,
  clientWithoutValidators,
  namesAgree,
  noCycles,
  noFeatureCycles,
];

/** All places of the tree that break a rule of the architecture, by path and line. */
export function faultsOf(tree: Tree): Fault[] {
  const files = [...tree].map(([path, source]) => ({
    path,
    text: withoutComments(source),
    imports: importsOf(path, source),
  }));
  return RULES.flatMap((rule) => rule(files, tree)).sort(
    (a, b) => a.path.localeCompare(b.path) || a.line - b.line,
  );
}
