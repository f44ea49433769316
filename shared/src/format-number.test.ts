import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatNumber } from './format-number.ts';

it.each([0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1_250, -100])(
  'formats %i in English',
  (count) => expect(formatNumber(count)).toBe(count.toLocaleString('en')),
);

it('uses the singular only for a count of 1', () => {
  expect([formatCount(0, 'like'), formatCount(1, 'like'), formatCount(1_250, 'reply', 'replies')]).toEqual([
    '0 likes',
    '1 like',
    '1,250 replies',
  ]);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [1_449_000, '1.4 MB'],
  [312_000_000, '312 MB'],
  [7_200_000_000, '7.2 GB'],
  [9_000_000_000_000_000, '9000 TB'],
])('formats %i bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
