/**
 * English decimals, percentages, prices and sizes, formatted without Intl like the numbers in format-number.ts. A
 * separate file keeps them out of the first scripts that guest pages load, which need only whole numbers.
 */
import { formatNumber, groupDigits } from './format-number.ts';

/** Format a number of at least 0 with `least` to `most` decimals: '1.3', '0.671'. */
export function formatDecimal(value: number, most: number, least = 0): string {
  const [whole = '', decimals = ''] = (Math.round(value * 10 ** most) / 10 ** most).toFixed(most).split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(least, '0');
  return groupDigits(whole) + (shown && `.${shown}`);
}

/** Format a percentage, rounded to a whole number: 12.5 is '13%'. */
export const formatPercent = (percent: number): string => `${formatNumber(Math.round(percent))}%`;

/** Format a price of at least 0 in US dollars: 499 cents is '$4.99'. */
export const formatPrice = (cents: number): string => `$${formatDecimal(cents / 100, 2, 2)}`;

const COMPACT_UNITS = ['', 'K', 'M', 'B'] as const;

/** Format a count of at least 0 in few characters, always rounded down: '999', '12.3K'. */
export function formatCompact(count: number): string {
  const step = Math.min(COMPACT_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return `${formatDecimal(Math.floor(count / (1_000 ** step / 10)) / 10, 1)}${COMPACT_UNITS[step]}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Format a number of bytes in decimal units: '812 bytes', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? formatNumber(Math.round(value)) : formatDecimal(value, 1, 1)} ${UNITS[step]}`;
}
