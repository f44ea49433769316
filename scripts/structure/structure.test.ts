import { describe, expect, test } from 'vitest';
import { findCycles } from './cycles.ts';
import { importsOf } from './imports.ts';
import { faultsOf } from './rules.ts';

const faults = (tree: Record<string, string>) =>
  faultsOf(new Map(Object.entries(tree))).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
const service = 'server/src/features/combat/service.ts';

describe('reading imports', () => {
  const read = (text: string) =>
    importsOf('server/src/features/combat/service.ts', text).map(
      ({ specifier, typeOnly, line }) => `${line} ${specifier}${typeOnly ? ' type' : ''}`,
    );
  test.each([
    [`import { a } from './a.ts';`, ['1 ./a.ts']],
    [`import './side-effect.ts';`, ['1 ./side-effect.ts']],
    [`import type { A } from './a.ts';`, ['1 ./a.ts type']],
    [`export type { A } from './a.ts';`, ['1 ./a.ts type']],
    [`import type from './a.ts';`, ['1 ./a.ts']],
    [`import { type A, b } from './a.ts';`, ['1 ./a.ts']],
    [`export * from './a.ts';`, ['1 ./a.ts']],
    [`import {\n  a,\n  b,\n} from './a.ts';`, ['4 ./a.ts']],
    [`const lazy = () => import('./a.ts');`, ['1 ./a.ts']],
    [`// import './a.ts';\n/*\nimport './b.ts';\n*/\nimport './c.ts';`, ['5 ./c.ts']],
    [`const text = "import './a.ts'";`, []],
    [`export const url = 'https://example.com'; // from './a.ts'`, []],
    [`export const a = 1;\nconst from = 'x';`, []],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected));

  test('resolves relative paths and workspaces', () => {
    const text = `import '../../platform/db.ts';\nimport '@rivalhold/shared/limits.ts';\nimport 'pg';`;
    expect(importsOf(service, text).map(({ target }) => target)).toEqual([
      'server/src/platform/db.ts',
      'shared/src/limits.ts',
      null,
    ]);
  });
});

test('cycles are told once, with the import that closes them', () => {
  const graph = new Map([
    ['a', [{ to: 'b', line: 1 }]],
    ['b', [{ to: 'c', line: 2 }]],
    ['c', [{ to: 'b', line: 3 }]],
    ['d', [{ to: 'c', line: 4 }]],
  ]);
  expect(findCycles(graph)).toEqual([{ path: ['b', 'c', 'b'], line: 3 }]);
  expect(findCycles(new Map([['a', [{ to: 'a', line: 1 }]]]))).toEqual([{ path: ['a', 'a'], line: 1 }]);
});

describe('the rules', () => {
  test('a tree that keeps them has no fault', () => {
    expect(
      faults({
        'shared/src/contract/combat.ts': `import Type from 'typebox';`,
        'shared/src/contract/profiles.ts': `import Type from 'typebox';`,
        'shared/src/combat/chance.test.ts': `import 'node:crypto';`,
        [service]: `import { giveXp } from '../profiles/service.ts';\nimport { find } from './queries.ts';`,
        'server/src/features/combat/queries.ts': `import { run } from '../../platform/db/db.ts';`,
        'server/src/features/combat/routes.ts': `import { attack } from './service.ts';`,
        'server/src/features/combat/combat.test.ts': `import { player } from '../profiles/testing.ts';`,
        'server/src/features/profiles/service.ts': `import { io } from 'socket.io-client';`,
        'server/src/features/profiles/testing.ts': `import pg from 'pg';`,
        'server/src/testing-store.ts': `import { S3Client } from '@aws-sdk/client-s3';`,
        'server/src/platform/bucket.ts': `import { S3Driver } from 'flydrive/drivers/s3';`,
        'bench/relay.ts': `import pg from 'pg';`,
        'web/src/features/combat/dialogs.ts': `const load = () => import('./fight-page.tsx');`,
        'web/src/features/combat/fight-page.tsx': `import type { Combat } from '@rivalhold/shared/contract/combat.ts';\n\nimport './dialogs.ts';\nvoid query.refetch();`,
      }),
    ).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'file names of features',
      { 'server/src/features/combat/helpers.ts': '' },
      'server/src/features/combat/helpers.ts:1 a server feature is made of',
    ],
    [
      'file names below a feature',
      { 'server/src/features/combat/parts/service.ts': '' },
      'parts/service.ts:1 a server feature is made of',
    ],
    [
      'short files',
      {
        'bench/feed.ts': `${'\n'.repeat(298)}a;\n`,
        'bench/load.ts': `${'\n'.repeat(299)}a;\n`,
        'bench/load.test.ts': `${'\n'.repeat(400)}a;\n`,
      },
      'bench/load.ts:300 a file stays below 300 lines (here: 300)',
    ],
    [
      'features by service only',
      { [service]: `import { rows } from '../profiles/queries.ts';` },
      `${service}:1 features import each other only through service.ts (here: profiles)`,
    ],
    [
      'testing.ts stays with tests',
      { [service]: `\nimport { player } from '../profiles/testing.ts';` },
      `${service}:2 features import each other`,
    ],
    [
      'routes without queries',
      { 'server/src/features/combat/routes.ts': `import { rows } from './queries.ts';` },
      'routes.ts:1 routes and sockets know the service',
    ],
    [
      'platform below features',
      { 'server/src/platform/http.ts': `import { a } from '../features/combat/service.ts';` },
      'http.ts:1 the platform knows no feature',
    ],
    ...[
      'pg',
      'pg-boss',
      'sql-template-tag',
      '@electric-sql/pglite',
      'ioredis',
      'rate-limiter-flexible',
      'socket.io',
      'flydrive',
      'flydrive/drivers/fs',
      'nodemailer',
      'stripe',
      '@aws-sdk/client-s3',
      '@socket.io/redis-streams-adapter',
    ].map((engine): [string, Record<string, string>, string] => [
      `engines by their adapters: ${engine}`,
      { [service]: `\nimport { open } from '${engine}';` },
      `${service}:2 an engine is reached by its adapter in platform alone (here: ${engine.replace('/drivers/fs', '')})`,
    ]),
    [
      'engines by their adapters, types too',
      { [service]: `\nimport type { Redis } from 'ioredis';` },
      `${service}:2 an engine is reached by its adapter in platform alone (here: ioredis)`,
    ],
    [
      'engines by their adapters, loaded when they are needed',
      { 'server/src/backup/making.ts': `const { DriveFile } = await import('flydrive');` },
      'making.ts:1 an engine is reached by its adapter in platform alone (here: flydrive)',
    ],
    [
      'kit below features',
      { 'web/src/ui/card.tsx': `import { a } from '../features/combat/api.ts';` },
      'card.tsx:1 the kit and the library',
    ],
    [
      'no Node in shared',
      { 'shared/src/limits.ts': `import { hash } from 'node:crypto';` },
      'limits.ts:1 shared runs in the browser too',
    ],
    [
      'shared stands alone',
      { 'shared/src/limits.ts': `import '../../server/src/app.ts';` },
      'limits.ts:1 shared imports neither',
    ],
    [
      'the sides meet in shared',
      { 'web/src/lib/api.ts': `import type { App } from '../../../server/src/app.ts';` },
      'api.ts:1 server and web meet in shared only',
    ],
    [
      'screens without sockets',
      { 'web/src/app/app.tsx': `import { io } from 'socket.io-client';` },
      'app.tsx:1 screens never touch sockets',
    ],
    [
      'screens without fetch',
      { 'web/src/app/app.tsx': `const a = 1;\nawait fetch('/api');` },
      'app.tsx:2 screens never fetch',
    ],
    [
      'screens without window.fetch',
      { 'web/src/app/app.tsx': `window.fetch('/api');` },
      'app.tsx:1 screens never fetch',
    ],
    [
      'no validators in the client',
      { 'web/src/lib/api.ts': `import Type from 'typebox';` },
      'api.ts:1 the client imports types of the contract only',
    ],
    [
      'no validators in the client over a detour',
      {
        'web/src/lib/api.ts': `import { rules } from '@rivalhold/shared/rules.ts';`,
        'shared/src/rules.ts': `import { Id } from './contract/schema.ts';`,
        'shared/src/contract/schema.ts': `import Type from 'typebox';`,
      },
      'api.ts:1 the client imports types of the contract only',
    ],
    [
      'names of features',
      { 'web/src/features/brawl/api.ts': '' },
      `api.ts:1 the feature 'brawl' has this name neither`,
    ],
    [
      'no cycle of files',
      { 'web/src/lib/a.ts': `import './b.ts';`, 'web/src/lib/b.ts': `\n\nimport './a.ts';` },
      'web/src/lib/b.ts:3 imports go round in a circle: web/src/lib/a.ts → web/src/lib/b.ts → web/src/lib/a.ts',
    ],
    [
      'no cycle of features',
      {
        [service]: `import { a } from '../profiles/service.ts';`,
        'server/src/features/profiles/service.ts': '',
        'server/src/features/profiles/jobs.ts': `import { b } from '../combat/service.ts';`,
      },
      'server/src/features/profiles/jobs.ts:1 features go round in a circle: combat → profiles → combat',
    ],
  ])('%s', (_name, tree, expected) => {
    const found = faults(tree);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });
});
