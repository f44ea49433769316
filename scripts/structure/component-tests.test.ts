import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../lib/paths.mjs';

const SOURCE = join(ROOT, 'web', 'src');
/** Hooks of React, TanStack Query and React Hook Form that give state to a component. */
const LIBRARY_HOOKS = [
  'useState',
  'useReducer',
  'useSyncExternalStore',
  'useOptimistic',
  'useTransition',
  'useActionState',
  'useMutation',
  'useMutationState',
  'useQuery',
  'useQueries',
  'useInfiniteQuery',
  'useForm',
];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));
const isTest = ({ name }: { name: string }) => name.endsWith('.test.tsx') || name.startsWith('testing/');

/** Report whether source code calls any of the hooks. */
const callsAny = (text: string, hooks: Iterable<string>): boolean =>
  new RegExp(`\\b(?:${[...hooks].join('|')})\\b[<(]`).test(text);

/**
 * The hooks that the client defines. `body` is the source text of a hook up to the next top-level
 * declaration.
 */
const ownHooks = files
  .flatMap(({ text }) => text.split(/^(?=(?:export )?(?:function|const|type) )/m))
  .flatMap((body) => {
    const name = /^(?:export )?(?:function|const) (use[A-Z]\w*)/.exec(body)?.[1];
    return name ? [{ name, body }] : [];
  });

/** Return the library hooks, and the client's hooks that call one of them directly or indirectly. */
function statefulHooks(): Set<string> {
  const stateful = new Set(LIBRARY_HOOKS);
  for (let before = 0; before < stateful.size; ) {
    before = stateful.size;
    for (const { name, body } of ownHooks) if (callsAny(body, stateful)) stateful.add(name);
  }
  return stateful;
}

/** Return the paths, relative to web/src, of the files that component tests import. */
function testedFiles(): Set<string> {
  const tests = files.filter(isTest).filter(({ name }) => name.endsWith('.test.tsx'));
  return new Set(
    tests.flatMap(({ name, text }) =>
      [...text.matchAll(/^(?:import (?!type )|\} from ).*?'(\.[^']+\.tsx)'/gm)].map(([, path = '']) =>
        relative(SOURCE, join(SOURCE, dirname(name), path)),
      ),
    ),
  );
}

it('every component with state has a component test', () => {
  const hooks = statefulHooks();
  const tested = testedFiles();
  const components = files.filter((file) => file.name.endsWith('.tsx') && !isTest(file));
  const stateful = components.filter(({ text }) => callsAny(text, hooks));
  expect(stateful.length).toBeGreaterThan(100);
  expect(stateful.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});
