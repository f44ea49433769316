/**
 * English numbers and counts. They are formatted without Intl, because they appear on every page,
 * and creating the first Intl formatter takes 50 ms on a slow phone. Tests compare them with Intl.
 */

/** Separate the thousands of a whole number with commas. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** Format an integer: '1,250'. */
export const formatNumber = (count: number): string => groupDigits(String(count));

/** Format a count with its noun: '1 reply', '1,250 replies'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/**
 * Append a response status to an error text: 'Failed to load (503)'. Status 0 means that the server was not reached,
 * and is not appended.
 */
export const withStatusCode = (words: string, status: number): string =>
  status === 0 ? words : `${words} (${status})`;
