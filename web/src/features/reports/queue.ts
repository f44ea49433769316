/**
 * Return the id of the report after (`step` 1) or before (`step` -1) the selected report, or null if there is none.
 * `lastIndex` is the last known position of the selected report. If the selected report has left the list, the report
 * that followed it is now at this position.
 */
export function adjacentReport(
  reports: readonly { id: number }[],
  chosen: number | null,
  step: 1 | -1,
  lastIndex: number,
): number | null {
  const at = reports.findIndex(({ id }) => id === chosen);
  if (at >= 0) return reports[at + step]?.id ?? null;
  return reports[step === 1 || lastIndex === 0 ? lastIndex : lastIndex - 1]?.id ?? null;
}
