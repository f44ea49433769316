/** How many tests, or checks that count as one, passed, failed and were skipped. */
export type Counts = { passed: number; failed: number; skipped: number };

/** What this project reads of a JSON report of Vitest. */
export type Report = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * Counts of one run. A run that failed without a failed test (a file that does not load, an error outside tests,
 * a report that is missing) counts as one failure, and so does one that found no test.
 */
export function countsOf(report: Report | null, exitCode: number): Counts {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failed = report?.numFailedTests ?? 0;
  const isWell = report?.success === true && exitCode === 0 && passed > 0;
  return { passed, skipped, failed: failed === 0 && !isWell ? 1 : failed };
}

/** The last line of `npm test`. */
export const summary = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
