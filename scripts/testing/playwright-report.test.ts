import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JSONReport } from '@playwright/test/reporter';
import { afterAll, expect, test } from 'vitest';
import { bin, NODE, ROOT } from '../lib/paths.mjs';
import { CLEAN_ENV } from './clean-env.ts';
import { countsOf } from './counts.ts';
import { failuresOf, skippedIn, unhandledFailuresOf } from './failures.ts';
import { fromPlaywright, unhandledErrorsOf } from './playwright-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'rivalhold-playwright-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const IMPORT = `import { expect, test } from '${pathToFileURL(join(ROOT, 'node_modules/@playwright/test/index.mjs'))}';`;

/** Run Playwright Test on a test file, and return its report and exit code. */
function runTests(name: string, code: string) {
  writeFileSync(join(folder, `${name}.test.mjs`), `${IMPORT}\n${code}`);
  const options = ['-c', folder, '--output', join(folder, 'results'), '--reporter=json'];
  const command = [bin('@playwright/test', 'playwright'), 'test', ...options, name];
  const { status, stdout } = spawnSync(NODE, command, { env: CLEAN_ENV, encoding: 'utf8' });
  return { report: JSON.parse(stdout) as JSONReport, exitCode: status ?? 1 };
}

test('counts passed, failed and skipped tests', () => {
  const { report, exitCode } = runTests(
    'mixed',
    `test('one', () => {});
    test.describe('a group', () => test('two', () => expect(1).toBe(2)));
    test.skip('three', () => {});`,
  );
  const converted = fromPlaywright(report);
  expect(countsOf(converted, exitCode)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  expect(failuresOf('e2e', converted, folder)).toEqual([
    '✗ e2e mixed.test.mjs › two: Error: expect(received).toBe(expected) // Object.is equality · Expected: 2 · Received: 1',
  ]);
  expect(skippedIn('e2e', converted, folder)).toEqual(['✗ e2e mixed.test.mjs › three: skipped']);
});

test('counts one failure for a file that does not load', () => {
  const { report, exitCode } = runTests('broken', "import './nothing.mjs';");
  expect(countsOf(fromPlaywright(report), exitCode)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  const [line] = unhandledFailuresOf('e2e', unhandledErrorsOf(report), folder);
  expect(line).toMatch(/^✗ e2e › no test: Error: Cannot find module/);
});
