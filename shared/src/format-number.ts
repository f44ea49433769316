/**
 * Format an integer: '1,250'. The function does not use Intl, because numbers appear on every page, and creating the
 * first Intl formatter is slow on a phone.
 */
export const formatNumber = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Format a count with its noun: '1 reply', '1,250 replies'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/**
 * Append a response status to an error text: 'Failed to load (503)'. Status 0 means that the server was not reached,
 * and is not appended.
 */
export const withStatusCode = (words: string, status: number): string =>
  status === 0 ? words : `${words} (${status})`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Format a number of bytes in decimal units: '812 bytes', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
