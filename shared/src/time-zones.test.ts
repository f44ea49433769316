import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HOUR } from './time-units.ts';
import { addDays, isTimeZone, localDate, mondayOf, startOfDate } from './time-zones.ts';

describe('the cache of date formats', () => {
  it('has a maximum size, however many time zone names are used', () => {
    const at = new Date('2026-11-27T23:30:00Z');
    const offsets = Array.from({ length: 600 }, (_, minute) => {
      const digits = (value: number) => String(value).padStart(2, '0');
      return `+${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
    });
    localDate(at, 'UTC');
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    localDate(at, 'UTC');
    expect(created).not.toHaveBeenCalled();
    for (const zone of offsets) localDate(at, zone);
    created.mockClear();
    localDate(at, 'UTC');
    expect(created).toHaveBeenCalledOnce();
    created.mockRestore();
  });
});

describe('a time zone', () => {
  it('is recognized by its full name', () => {
    expect(['UTC', 'Europe/Vienna', 'Pacific/Kiritimati'].every(isTimeZone)).toBe(true);
    expect(['', 'Mars/Olympus', 'Vienna'].some(isTimeZone)).toBe(false);
  });

  it('determines the local date at a moment', () => {
    const at = new Date('2026-11-27T23:30:00Z');
    expect(localDate(at, 'UTC')).toBe('2026-11-27');
    expect(localDate(at, 'Europe/Vienna')).toBe('2026-11-28');
    expect(localDate(at, 'Pacific/Honolulu')).toBe('2026-11-27');
  });

  it.each([
    ['UTC', '2026-11-27', '2026-11-27T00:00:00.000Z'],
    ['Europe/Vienna', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-07-01', '2026-06-30T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-07-01', '2026-07-01T11:00:00.000Z'],
    // In Cairo, clocks go forward at midnight on this date, so it begins at 1:00.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('begins each date at the right time: in %s, the date %s begins at %s', (zone, date, start) => {
    expect(startOfDate(date, zone).toISOString()).toBe(start);
  });

  it('begins each date 23 to 25 hours after the previous date', () => {
    const zones = fc.constantFrom('Europe/Vienna', 'America/New_York', 'Asia/Tehran', 'Africa/Cairo');
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 1000 }), (zone, days) => {
        const date = addDays('2026-01-01', days);
        const hours =
          (startOfDate(addDays(date, 1), zone).getTime() - startOfDate(date, zone).getTime()) / HOUR;
        expect(hours).toBeGreaterThanOrEqual(23);
        expect(hours).toBeLessThanOrEqual(25);
      }),
    );
  });
});

it('a week begins on Monday', () => {
  expect(['2026-11-23', '2026-11-27', '2026-11-29', '2026-11-30'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
    '2026-11-30',
  ]);
});
