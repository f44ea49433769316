import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
const after = (ms: number) => new Date(NOW + ms).toISOString();

it('shows the time left from the largest unit down to seconds, rounded up', () => {
  expect(timeLeft(after(30 * 24 * 3_600_000), NOW)).toBe('30d 0h 0m 0s');
  expect(timeLeft(after(24 * 3_600_000 - 1), NOW)).toBe('1d 0h 0m 0s');
  expect(timeLeft(after(3_661_000), NOW)).toBe('1h 1m 1s');
  expect(timeLeft(after(60_000), NOW)).toBe('1m 0s');
  expect(timeLeft(after(1), NOW)).toBe('1s');
});

it('ends the countdown exactly on time', () => {
  expect(timeLeft(after(0), NOW)).toBeNull();
  expect(timeLeft(after(-5_000), NOW)).toBeNull();
  expect(timeLeft('soon', NOW)).toBeNull();
});
