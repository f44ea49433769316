import { expect, it } from 'vitest';
import { parseLocalInput, toLocalInput } from './until.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');

it('converts a time to a field value and back, to the minute', () => {
  for (const ahead of [60_000, 24 * 3_600_000, 200 * 24 * 3_600_000])
    expect(parseLocalInput(toLocalInput(NOW + ahead), NOW)).toBe(new Date(NOW + ahead).toISOString());
});

it('rejects past and invalid times', () => {
  expect(parseLocalInput(toLocalInput(NOW), NOW)).toBeNull();
  expect(parseLocalInput('', NOW)).toBeNull();
  expect(parseLocalInput('soon', NOW)).toBeNull();
});
