import { join } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite, TestError } from '@playwright/test/reporter';
import type { Report } from './counts.ts';

/**
 * Number of lines that the report keeps of each error. They contain the failed assertion with the expected and received
 * values, or the condition that did not become true.
 */
const ERROR_LINES = 3;

/** Convert a JSON report of Playwright Test to Vitest's format, so that all tests are counted in the same way. */
export const fromPlaywright = ({ config, stats, suites, errors }: JSONReport): Report => ({
  success: stats.unexpected === 0 && errors.length === 0,
  numPassedTests: stats.expected,
  numFailedTests: stats.unexpected,
  numPendingTests: stats.skipped,
  numTodoTests: 0,
  testResults: suites.map((suite) => ({
    name: join(config.rootDir, suite.file),
    status: specsOf(suite).every(({ ok }) => ok) ? 'passed' : 'failed',
    message: '',
    assertionResults: specsOf(suite).map(({ ok, title, tests }) => ({
      status: statusOf(ok, tests),
      fullName: title,
      failureMessages: tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(textOf))),
    })),
  })),
});

const statusOf = (ok: boolean, tests: JSONReportSpec['tests']) => {
  if (tests.every(({ status }) => status === 'skipped')) return 'skipped';
  return ok ? 'passed' : 'failed';
};

/** Return the errors outside tests, such as errors of the global setup. */
export const unhandledErrorsOf = (report: JSONReport | null): string[] => report?.errors.map(textOf) ?? [];

const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const textOf = ({ message = '' }: Pick<TestError, 'message'>): string =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, ERROR_LINES)
    .join(' · ');
