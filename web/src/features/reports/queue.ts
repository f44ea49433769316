/**
 * The report after (1) or before (-1) the chosen one; null where there is none. Where the chosen one has left the list,
 * it stood at `lastIndex`, which the one after it now has.
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
