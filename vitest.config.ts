import { cpus } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { VITEST_PROJECTS, type VitestProjectName } from './scripts/testing/projects.ts';
import { SERVER_FLAGS } from './scripts/testing/server-flags.ts';
import { SlowFirstSequencer } from './scripts/testing/slow-first.ts';
import { TEST_TIMEOUT_MS, WAIT_MS } from './scripts/testing/timeouts.ts';
import { iconSprite } from './web/plugins/icon-sprite.ts';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

/**
 * Let Node run TypeScript natively, without Vite. Code that needs no Vite plugin starts much faster this way.
 */
const NATIVE: Options = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const SERVER: Options = {
  ...NATIVE,
  environment: 'node',
  setupFiles: ['scripts/testing/database-env.ts'],
  // Each test file creates its own site and database, so test files can share modules. Reloading the server's
  // code for each test file takes longer than most tests.
  isolate: false,
  // Test files often wait for a database, a socket or a timeout, so more of them run at a time than there are CPUs.
  maxWorkers: cpus().length + 3,
};

const OPTIONS: Record<VitestProjectName, Options> = {
  shared: { ...NATIVE, isolate: false },
  // These test files share processes, so a mock of a module would affect other files. Therefore, tests that
  // mock modules must be named `.test.tsx`, and run in `components`.
  web: { isolate: false },
  // A new context per file takes half as much CPU time as a new process.
  components: { pool: 'vmForks', environment: 'jsdom', setupFiles: ['web/src/testing/setup.ts'] },
  scripts: NATIVE,
  'server-pglite': {
    ...SERVER,
    execArgv: SERVER_FLAGS,
    globalSetup: ['scripts/testing/with-data-folder.ts'],
  },
  'server-postgres': { ...SERVER, globalSetup: ['scripts/testing/with-services.ts'] },
};

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_MS } },
    sequence: { sequencer: SlowFirstSequencer },
    maxWorkers: Math.max(1, Math.min(4, cpus().length)),
    projects: VITEST_PROJECTS.map((project) => ({
      extends: true,
      plugins: project.name === 'components' || project.name === 'web' ? [iconSprite()] : [],
      test: { ...OPTIONS[project.name], ...project },
    })),
  },
});
