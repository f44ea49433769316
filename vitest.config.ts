import { cpus } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { PATIENCE_MS } from './scripts/testing/patience.ts';
import { SlowFirst } from './scripts/testing/slow-first.ts';
import { iconSprite } from './web/plugins/icon-sprite.ts';

const server: TestProjectInlineConfiguration['test'] = {
  include: ['server/src/**/*.test.ts', 'server/migrations/**/*.test.ts'],
  environment: 'node',
  setupFiles: ['scripts/testing/database-env.ts'],
  // Every file has a site and a database of its own; to load the server anew for each takes longer than most tests do.
  isolate: false,
  // A file waits for its database and its sockets now and then: meanwhile another goes on.
  maxWorkers: cpus().length + 1,
};

/** What these say is the same on either database: of it they ask nothing, or what others ask too. */
const ONCE = [
  'tests/attacks/{slow,wire}',
  'demo/{pictures,portrait,roster,world}',
  'platform/config',
  'platform/concurrency/*',
  'platform/db/data-dir',
  'platform/private-folder',
  'platform/http/{client-address,cursor,requests,schema,slow-requests}',
  'platform/media/decoder',
  'platform/observability/log',
  'platform/security/{csrf,outbound-fetch,seal,secrets}',
  'features/push/policy',
];
/** What breaks the engines themselves, and what only they have. */
const OF_ENGINES = [
  'operator/backup/patience',
  'tests/faults/faults',
  'features/feed/head',
  'platform/db/lanes',
];
const testsOf = (names: string[]): string[] => names.map((name) => `server/src/${name}.test.ts`);

/** The server's suites run twice: on the embedded database, and on a real PostgreSQL with Redis. */
export default defineConfig({
  test: {
    pool: 'forks',
    setupFiles: ['scripts/testing/patient-waiting.ts'],
    // Only against a test that hangs: a busy machine takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    sequence: { sequencer: SlowFirst },
    maxWorkers: Math.max(1, Math.min(4, cpus().length)),
    projects: [
      { extends: true, test: { name: 'shared', include: ['shared/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.ts', 'web/plugins/**/*.test.ts'] } },
      {
        extends: true,
        plugins: [iconSprite()],
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...server,
          name: 'server-pglite',
          exclude: testsOf(OF_ENGINES),
          globalSetup: ['scripts/testing/with-made-folder.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server-postgres',
          exclude: testsOf(ONCE),
          globalSetup: ['scripts/testing/with-engines.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // Each file has a site and a browser of its own: while one waits for its page, others go on.
          maxWorkers: cpus().length + 1,
        },
      },
    ],
  },
});
