import { expect, test } from 'vitest';
import type { FileReport, Report } from './counts.ts';
import { failuresOf, formatFailures, skippedIn, unhandledFailuresOf } from './failures.ts';

const report = (...testResults: FileReport[]): Report => ({
  success: false,
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
});
const file: FileReport = {
  name: '/site/server/one.test.ts',
  status: 'failed',
  message: '',
  assertionResults: [
    { status: 'passed', fullName: 'a fight ends', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'a fight pays',
      failureMessages: ['\u001b[31mError\u001b[39m: expected 1\n    at x'],
    },
  ],
};

test('shows a failed test on one line, with the first line of the error', () => {
  expect(failuresOf('server-pglite', report(file), '/site')).toEqual([
    '✗ server-pglite server/one.test.ts › a fight pays: Error: expected 1',
  ]);
});

test('shows one line for a file that could not be run', () => {
  const broken = { ...file, message: 'SyntaxError: x', assertionResults: [] };
  expect(failuresOf('web', report(broken), '/site')).toEqual([
    '✗ web server/one.test.ts › the file itself: SyntaxError: x',
  ]);
  expect(failuresOf('web', null, '/site')).toEqual([]);
});

test('shows each skipped test on one line', () => {
  const tests = ['passed', 'failed', 'skipped', 'todo'];
  const assertionResults = tests.map((status) => ({ status, fullName: `is ${status}`, failureMessages: [] }));
  expect(skippedIn('web', report({ ...file, assertionResults }), '/site')).toEqual([
    '✗ web server/one.test.ts › is skipped: skipped',
    '✗ web server/one.test.ts › is todo: skipped',
  ]);
  expect(skippedIn('web', null, '/site')).toEqual([]);
});

test('shows one line for an error outside tests', () => {
  expect(unhandledFailuresOf('web', ['Error: lost · at go (/site/web/go.ts:3:1)'], '/site')).toEqual([
    '✗ web › no test: Error: lost · at go (web/go.ts:3:1)',
  ]);
});

test('shortens long lines, and shows at most forty lines', () => {
  const [line = ''] = failuresOf(
    'web',
    report({ ...file, message: 'x'.repeat(900), assertionResults: [] }),
    '/site',
  );
  expect(line).toHaveLength(200);
  const lines = Array.from({ length: 41 }, (_, n) => `${n}`);
  expect(formatFailures(lines.slice(1))).toEqual(lines.slice(1));
  expect(formatFailures(lines)).toEqual([...lines.slice(0, 39), '… and 2 more']);
});
