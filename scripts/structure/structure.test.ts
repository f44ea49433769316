import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { structureCheck } from '../lib/checks.mjs';
import { CACHE, NODE, ROOT } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';
import { TREE_CHECK_TIMEOUT_MS } from '../testing/timeouts.ts';
import imports, { ENTRY_FILES, LAYERS } from './imports.mjs';

/**
 * Folder with a copy of the repository, to which the test adds files that break the rules. It is inside the repository,
 * so that the checks find packages in node_modules.
 */
const copy = join(CACHE, `structure-${process.pid}`);

/** A private file of each platform folder that has entry files. */
const PRIVATE_FILES: Record<keyof typeof ENTRY_FILES, string> = {
  db: 'hooks',
  files: 's3',
  http: 'cookies',
  mail: 'template',
  media: 'decoder',
  observability: 'repeated-lines',
  payments: 'stripe',
  realtime: 'backpressure',
};

/** Run a structure check on the copy. */
const check = async (rules: 'imports' | 'folders') => {
  const { code, output } = await capture(NODE, structureCheck(rules), { cwd: copy });
  return {
    code,
    violations: [...output.matchAll(/error (\S+): (\S+)/g)].map(([, rule, file]) => `${rule} ${file}`),
  };
};

const plant = (file: string, text: string): void => {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

beforeAll(() => {
  for (const folder of ['server', 'web', 'shared', 'bench', 'e2e', 'scripts', 'package.json'])
    cpSync(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|dist)$|\.test\.tsx?$/.test(path),
    });
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the structure checks', () => {
  it('report the violations that this test adds', { timeout: TREE_CHECK_TIMEOUT_MS }, async () => {
    const planted: Record<string, Record<string, string>> = {
      'no-cycles server/src/platform/http/runtime-a.ts': {
        'server/src/platform/http/runtime-a.ts': "export { b } from './runtime-b.ts';\nexport const a = 1;",
        'server/src/platform/http/runtime-b.ts':
          "import { a } from './runtime-a.ts';\nexport const b = () => a;",
      },
      'no-cycles server/src/platform/http/type-a.ts': {
        'server/src/platform/http/type-a.ts':
          "import type { B } from './type-b.ts';\nexport type A = { b: B };",
        'server/src/platform/http/type-b.ts':
          "import type { A } from './type-a.ts';\nexport type B = { a?: A };",
      },
      'no-cycles web/src/lib/runtime-a.ts': {
        'web/src/lib/runtime-a.ts': "export { b } from './runtime-b.ts';\nexport const a = 1;",
        'web/src/lib/runtime-b.ts': "import { a } from './runtime-a.ts';\nexport const b = () => a;",
      },
      'no-cycles web/src/lib/type-a.ts': {
        'web/src/lib/type-a.ts': "import type { B } from './type-b.ts';\nexport type A = { b: B };",
        'web/src/lib/type-b.ts': "import type { A } from './type-a.ts';\nexport type B = { a?: A };",
      },
      'features-through-service server/src/features/store/planted.ts': {
        'server/src/features/store/planted.ts': "export * from '../coins/queries.ts';",
      },
      'service-clients-in-platform server/src/features/store/client.ts': {
        'server/src/features/store/client.ts': "export { Redis } from 'ioredis';",
      },
      'platform-below-features server/src/platform/http/planted.ts': {
        'server/src/platform/http/planted.ts': "export type { Site } from '../../features/store/service.ts';",
      },
      'features-and-platform-below-site server/src/features/store/planted-site.ts': {
        'server/src/features/store/planted-site.ts': "export type { App } from '../../app.ts';",
      },
      'features-and-platform-below-site server/src/features/store/planted-demo.ts': {
        'server/src/features/store/planted-demo.ts': "export * from '../../demo/world.ts';",
      },
      'features-and-platform-below-site server/src/platform/http/planted-operator.ts': {
        'server/src/platform/http/planted-operator.ts': "export * from '../../operator/commands.ts';",
      },
      ...Object.fromEntries(
        Object.entries(PRIVATE_FILES).map(([folder, privateFile]) => {
          const file = `server/src/platform/planted/${folder}.ts`;
          const text = `export type * from '../${folder}/${privateFile}.ts';`;
          return [`platform-${folder}-through-entry-files ${file}`, { [file]: text }];
        }),
      ),
      'no-test-code-on-the-site server/src/features/store/tested.ts': {
        'server/src/features/store/tested.ts': "export * from './testing.ts';",
      },
      'routes-without-queries server/src/features/store/routes.ts': {
        'server/src/features/store/routes.ts': "export * from './queries.ts';",
      },
      'shared-stands-alone shared/src/planted-web.ts': {
        'shared/src/planted-web.ts': "export * from '../../web/src/lib/time.ts';",
      },
      'web-without-server web/src/lib/planted-server.ts': {
        'web/src/lib/planted-server.ts': "export * from '../../../server/src/platform/errors.ts';",
      },
      'server-without-web server/src/planted.ts': {
        'server/src/planted.ts': "export * from '../../web/src/lib/time.ts';",
      },
      'no-unresolvable web/src/lib/planted.ts': {
        'web/src/lib/planted.ts': "export * from './missing.ts';",
      },
      ...Object.fromEntries(
        LAYERS.slice(1).map((layer) => {
          const file = `web/src/${layer}/planted/upward.ts`;
          const text = "export { router } from '../../app/router.tsx';";
          return [`web-${layer}-imports-downward ${file}`, { [file]: text }];
        }),
      ),
      'web-folders-are-layers web/src/lib/outside-layers.ts': {
        'web/src/lib/outside-layers.ts': "export { a } from '../helpers/planted.ts';",
        'web/src/helpers/planted.ts': 'export const a = 1;',
      },
      'web-pages-apart web/src/pages/store/planted.ts': {
        'web/src/pages/store/planted.ts': "export * from '../forum/forum-page.tsx';",
      },
      'web-pages-apart web/src/pages/store/planted-index.ts': {
        'web/src/pages/store/planted-index.ts': "export { playerPages } from '../index.ts';",
      },
      'web-without-page-table web/src/app/planted.ts': {
        'web/src/app/planted.ts': "export { PAGES } from '../../../shared/src/pages.ts';",
      },
      'web-features-through-index web/src/features/store/planted.ts': {
        'web/src/features/store/planted.ts': "export * from '../forum/api.ts';",
      },
      'web-entities-through-index web/src/entities/coins/planted.ts': {
        'web/src/entities/coins/planted.ts': "export * from '../presence/api.ts';",
      },
      'web-entry-points-are-roots web/src/lib/planted-entry.ts': {
        'web/src/lib/planted-entry.ts': "export * from '../main.tsx';",
      },
      'web-lib-without-components web/src/lib/planted-component.ts': {
        'web/src/lib/planted-component.ts': "export * from './component.tsx';",
        'web/src/lib/component.tsx': 'export const Planted = () => null;',
      },
      'web-screens-without-sockets web/src/features/store/planted.tsx': {
        'web/src/features/store/planted.tsx': "export { io } from 'socket.io-client';",
      },
      'web-without-validators web/src/features/store/validator.ts': {
        'web/src/features/store/validator.ts': "export * from '../../../../shared/src/contract/store.ts';",
      },
      'typebox-in-contract-only web/src/features/store/typebox.ts': {
        'web/src/features/store/typebox.ts': "export { Type } from 'typebox';",
      },
      'shared-runs-in-browsers shared/src/planted.ts': {
        'shared/src/planted.ts': "export { join } from 'node:path';",
      },
    };
    for (const files of Object.values(planted))
      for (const [file, text] of Object.entries(files)) plant(file, text);

    const plantedRules = Object.keys(planted).map((expected) => expected.split(' ')[0]);
    expect(imports.forbidden.map(({ name }) => name).filter((name) => !plantedRules.includes(name))).toEqual(
      [],
    );
    const { code, violations } = await check('imports');
    expect(code).not.toBe(0);
    for (const [expected, files] of Object.entries(planted)) {
      // If several files form a cycle, the check reports only one of these files.
      const [rule] = expected.split(' ');
      expect(
        Object.keys(files).some((file) => violations.includes(`${rule} ${file}`)),
        expected,
      ).toBe(true);
    }
    // Together, these files make the features depend on each other, but the files themselves form no cycle.
    for (const [feature, other] of [
      ['planted-a', 'planted-b'],
      ['planted-b', 'planted-a'],
    ]) {
      plant(`web/src/features/${feature}/index.ts`, 'export const a = 1;');
      plant(`web/src/features/${feature}/user.ts`, `export { a } from '../${other}/index.ts';`);
    }
    const folders = await check('folders');
    expect(folders.code).not.toBe(0);
    for (const folder of ['server/src/features/store', 'web/src/features/planted-a'])
      expect(folders.violations).toContain(`no-folder-cycles ${folder}`);
  });

  it.each(Object.entries(ENTRY_FILES))('list only existing entry files of platform/%s', (folder, files) => {
    const exists = (file: string) => existsSync(join(ROOT, 'server/src/platform', folder, `${file}.ts`));
    expect(files.filter((file) => !exists(file))).toEqual([]);
  });
});
