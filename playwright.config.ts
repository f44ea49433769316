import { cpus } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { SiteOptions } from './e2e/test.ts';
import { testLaunchOptions } from './scripts/testing/browser.ts';
import { BROWSER_TIMEOUT_MS, WAIT_MS } from './scripts/testing/timeouts.ts';

export default defineConfig<object, SiteOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Each worker has a site and a browser. There is one more worker than CPU cores, because tests often wait for a page.
  workers: cpus().length + 1,
  timeout: BROWSER_TIMEOUT_MS,
  expect: { timeout: WAIT_MS },
  reporter: 'list',
  use: { launchOptions: testLaunchOptions(), screenshot: 'only-on-failure' },
  projects: [
    // Use one worker, because each worker loads the demo world. Run this project first, because it takes a
    // long time.
    { name: 'demo-world', testMatch: 'demo-world/*.test.ts', workers: 1, use: { seed: 'demo' } },
    { name: 'e2e', testIgnore: 'demo-world/**' },
  ],
});
