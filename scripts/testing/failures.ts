import { relative } from 'node:path';
import type { Report } from './counts.ts';

/** How many lines of the end of a run tell of what failed; a log is often cut to so many. */
const MAX_LINES = 40;
const WIDTH = 200;

/** What failed in the report of a suite: one line each with the file, the test and the first line of what it said. */
export function failuresOf(suite: string, report: Report | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = `${suite} ${relative(root, name)}`;
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failureLine(file, 'the file itself', message)];
    return failed.map((one) => failureLine(file, one.fullName, one.failureMessages[0]));
  });
}

/** Errors that belong to no test, one line each. */
export const unhandledFailuresOf = (suite: string, errors: readonly string[], root: string): string[] =>
  errors.map((error) => failureLine(suite, 'no test', error.replaceAll(`${root}/`, '')));

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function failureLine(file: string, test: string, message = ''): string {
  const [said = ''] = message.replaceAll(ESCAPES, '').trim().split('\n');
  const text = `✗ ${file} › ${test}: ${said}`;
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}

/** The last lines before the counts: every failure, or as many as there is room for and how many more. */
export function formatFailures(failures: readonly string[]): string[] {
  if (failures.length <= MAX_LINES) return [...failures];
  return [...failures.slice(0, MAX_LINES - 1), `… and ${failures.length - MAX_LINES + 1} more`];
}
