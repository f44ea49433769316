import { expect, it } from 'vitest';
import { RETENTION, retainedSince } from './retention.ts';
import { DAY } from './time-units.ts';

it('shows each retention period as a whole number of days, hours or minutes', () => {
  for (const entry of Object.values(RETENTION))
    if ('ms' in entry) expect(entry.period).toMatch(/^\d+ (minutes|hours|days) after /);
  expect(RETENTION.addresses.period).toBe('30 days after login');
  expect(RETENTION.clips.period).toBe('24 hours after sharing');
  expect(RETENTION.setup.period).toBe('15 minutes after you started');
});

it('returns the time one retention period before now', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  expect(retainedSince('technical', now)).toEqual(new Date(now.getTime() - DAY));
});
