/**
 * A whole number as it is read: '1,250'. Written by hand, since these stand on every page and a phone takes long to make
 * its first formatter.
 */
export const formatNumber = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Things counted: '1 reply', '1,250 replies'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** What failed, with the status of the answer: 'Failed to load (503)'; 0 where the server was not reached. */
export const withStatusCode = (words: string, status: number): string =>
  status === 0 ? words : `${words} (${status})`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** So many bytes as one reads them, by thousands: '812 bytes', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
