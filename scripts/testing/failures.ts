import { relative } from 'node:path';
import type { Report } from './counts.ts';

/** Maximum number of lines with failures at the end of a run. Logs are often cut off after about this many lines. */
const MAX_LINES = 40;
const WIDTH = 200;

/**
 * Return a line for each failure in a suite's report, with the file, the test and the first line of the error.
 */
export function failuresOf(suite: string, report: Report | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = `${suite} ${relative(root, name)}`;
    const failed = assertionResults.filter((item) => item.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failureLine(file, 'the file itself', message)];
    return failed.map((item) => failureLine(file, item.fullName, item.failureMessages[0]));
  });
}

/** Return a line for each skipped test in a suite's report. */
export const skippedIn = (suite: string, report: Report | null, root: string): string[] =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => failureLine(`${suite} ${relative(root, name)}`, fullName, 'skipped')),
  );

/** Return a line for each error outside tests. */
export const unhandledFailuresOf = (suite: string, errors: readonly string[], root: string): string[] =>
  errors.map((error) => failureLine(suite, 'no test', error.replaceAll(`${root}/`, '')));

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function failureLine(file: string, test: string, message = ''): string {
  const [firstLine = ''] = message.replaceAll(ESCAPES, '').trim().split('\n');
  const text = `✗ ${file} › ${test}: ${firstLine}`;
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}

/** Return at most `MAX_LINES` lines. If there are more failures, the last line says how many are left out. */
export function formatFailures(failures: readonly string[]): string[] {
  if (failures.length <= MAX_LINES) return [...failures];
  return [...failures.slice(0, MAX_LINES - 1), `… and ${failures.length - MAX_LINES + 1} more`];
}
