/** The report after (1) or before (-1) the chosen one; the first where none of these is chosen; null where there is none. */
export function neighbourOf(
  reports: readonly { id: number }[],
  chosen: number | null,
  step: 1 | -1,
): number | null {
  const at = reports.findIndex(({ id }) => id === chosen);
  return reports[at < 0 ? 0 : at + step]?.id ?? null;
}
