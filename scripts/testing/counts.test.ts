import { expect, test } from 'vitest';
import { add, countsOf, type FileReport, summary } from './counts.ts';

const file = (status: string, ...tests: string[]): FileReport => ({
  name: '/site/one.test.ts',
  status,
  message: '',
  assertionResults: tests.map((each) => ({ status: each, fullName: each, failureMessages: [] })),
});
const good = file('passed', 'passed');
const bad = file('failed', 'passed', 'failed');
const unloaded = file('failed', 'skipped');
const report = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [good],
};

test('counts the tests of a successful run', () => {
  expect(countsOf(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
  expect(countsOf({ ...report, numPendingTests: 1, numTodoTests: 1 }, 0).skipped).toBe(2);
});

test('counts failed tests', () => {
  expect(countsOf({ ...report, success: false, numFailedTests: 2 }, 1).failed).toBe(2);
});

test('counts a file with a failed setup as a failed test', () => {
  const testResults = [good, bad, unloaded];
  expect(countsOf({ ...report, success: false, numFailedTests: 1, testResults }, 1).failed).toBe(2);
});

test.each([
  ['without a report', null, 1],
  ['that fails after its tests have passed', report, 1],
  ['whose file did not load', { ...report, success: false }, 1],
  ['that found no test', { ...report, numPassedTests: 0 }, 0],
  ['that skipped all tests', { ...report, numPassedTests: 0, numPendingTests: 4 }, 0],
])('counts one failure for a run %s', (_name, given, exitCode) => {
  expect(countsOf(given, exitCode).failed).toBe(1);
});

test('the summary mentions skipped tests only if there are any', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(summary(add(one, one))).toBe('2 passed, 0 failed');
  expect(summary(add(one, { passed: 0, failed: 1, skipped: 2 }))).toBe('1 passed, 1 failed, 2 skipped');
});
