import { expect, it } from 'vitest';
import { formatBytes, formatCompact, formatDecimal, formatPercent, formatPrice } from './format-decimal.ts';
import { formatCount, formatNumber } from './format-number.ts';

it.each([0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1_250, -100])(
  'formats %i in English',
  (count) => expect(formatNumber(count)).toBe(count.toLocaleString('en')),
);

it.each([0, 0.04, 0.35, 0.671, 1, 1.3, 1.45, 9.96, 12.344, 1_250.5, 1_234_567.89, -0.4, -1_250.26])(
  'formats the decimals of %d in English',
  (value) => {
    for (const [most, least] of [
      [1, 0],
      [1, 1],
      [3, 0],
      [4, 2],
    ] as const) {
      const english = new Intl.NumberFormat('en', {
        maximumFractionDigits: most,
        minimumFractionDigits: least,
      });
      expect(formatDecimal(value, most, least)).toBe(english.format(value));
    }
  },
);

it.each([0, 0.4, 12.5, 45, 99.6, 100, 1_250])('formats %d percent in English', (percent) =>
  expect(formatPercent(percent)).toBe((percent / 100).toLocaleString('en', { style: 'percent' })),
);

it.each([0, 5, 100, 499, 2_050, 123_456_789])('formats a price of %i cents in English', (cents) =>
  expect(formatPrice(cents)).toBe((cents / 100).toLocaleString('en', { style: 'currency', currency: 'USD' })),
);

it.each([0, 7, 999, 1_000, 1_099, 12_345, 99_999, 999_999, 1_000_000, 1_250_000, 7_990_000_000])(
  'formats %i compactly in English',
  (count) => {
    const english = new Intl.NumberFormat('en', {
      notation: 'compact',
      maximumFractionDigits: 1,
      roundingMode: 'trunc',
    });
    expect(formatCompact(count)).toBe(english.format(count));
  },
);

it('uses the singular only for a count of 1', () => {
  const plurals = new Intl.PluralRules('en');
  for (const count of [0, 1, 2, 11, 21, 101, 1_001]) {
    const noun = plurals.select(count) === 'one' ? 'reply' : 'replies';
    expect(formatCount(count, 'reply', 'replies')).toBe(`${formatNumber(count)} ${noun}`);
  }
  expect([formatCount(1, 'like'), formatCount(1_250, 'like')]).toEqual(['1 like', '1,250 likes']);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [1_449_000, '1.4 MB'],
  [312_000_000, '312 MB'],
  [7_200_000_000, '7.2 GB'],
  [9_000_000_000_000_000, '9,000 TB'],
])('formats %i bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
