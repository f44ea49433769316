/** Numbers of passed, failed and skipped tests. Each check of `npm run check` counts as a test. */
export type Counts = { passed: number; failed: number; skipped: number };

/** The parts of Vitest's JSON report that the test runner uses. */
export type Report = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
};
export type FileReport = {
  /** The file's full path. */
  name: string;
  status: string;
  /** The error if the test file could not be run at all. */
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

/** Return the sum of two counts. */
export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * Return the counts of a run. A file that did not load, or whose setup failed, counts as one failed test. If nothing
 * else failed, a run that has no report, passed no test or exited with an error counts as one failed test.
 */
export function countsOf(report: Report | null, exitCode: number): Counts {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const broken = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + broken.length;
  const succeeded = report?.success === true && exitCode === 0 && passed > 0;
  return { passed, skipped, failed: failed === 0 && !succeeded ? 1 : failed };
}

/** Return the last line of the output of `npm test`. */
export const summary = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
