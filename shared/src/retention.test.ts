import { expect, it } from 'vitest';
import { RETENTION, retainedSince } from './retention.ts';
import { DAY } from './time-units.ts';

it('shows each retention period as a whole number of days, hours or minutes', () => {
  for (const entry of Object.values(RETENTION))
    if ('ms' in entry) expect(entry.kept).toMatch(/^\d+ (minutes|hours|days) after /);
  expect(RETENTION.addresses.kept).toBe('30 days after login');
  expect(RETENTION.clips.kept).toBe('24 hours after sharing');
  expect(RETENTION.setup.kept).toBe('15 minutes after you started');
});

it('returns the time one retention period before now', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  expect(retainedSince('technical', now)).toEqual(new Date(now.getTime() - DAY));
});
