import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../time-units.ts';
import { ENERGY_MAX, ENERGY_PER_HOUR, healthPerHour, regenerate } from './regeneration.ts';

const cases = fc.record({
  max: fc.integer({ min: 1, max: 600 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  perHour: fc.double({ min: 0.5, max: 700, noNaN: true }),
  since: fc.integer({ min: 0, max: 10 * HOUR }),
  spans: fc.array(fc.integer({ min: 0, max: HOUR }), { minLength: 1, maxLength: 8 }),
});

describe('regeneration', () => {
  it('restores the same number of points, however often the value is read', () => {
    fc.assert(
      fc.property(cases, ({ max, part, perHour, since, spans }) => {
        const value = Math.floor(part * max);
        let now = since;
        let read = { value, sinceMs: since };
        for (const span of spans) {
          now += span;
          read = regenerate(read.value, max, read.sinceMs, now, perHour);
          expect(read.sinceMs).toBeLessThanOrEqual(now);
        }
        expect(read).toEqual(regenerate(value, max, since, now, perHour));
      }),
    );
  });

  it('never reduces a value, and never increases it above its maximum', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: -HOUR, max: 99 * HOUR }), (given, elapsed) => {
        const value = Math.floor(given.part * given.max);
        const after = regenerate(value, given.max, given.since, given.since + elapsed, given.perHour).value;
        expect(Number.isInteger(after)).toBe(true);
        expect(after).toBeGreaterThanOrEqual(value);
        expect(after).toBeLessThanOrEqual(given.max);
      }),
    );
  });

  it('changes nothing when the clock goes backwards', () => {
    expect(regenerate(10, 100, 5_000, 4_000, 20)).toEqual({ value: 10, sinceMs: 5_000 });
  });

  it('restores full energy in five hours and full health in one hour', () => {
    expect(regenerate(0, ENERGY_MAX, 0, 5 * HOUR, ENERGY_PER_HOUR).value).toBe(ENERGY_MAX);
    expect(regenerate(0, ENERGY_MAX, 0, 5 * HOUR - 1, ENERGY_PER_HOUR).value).toBe(ENERGY_MAX - 1);
    expect(regenerate(0, 100, 0, HOUR, healthPerHour(100)).value).toBe(100);
  });

  it('counts the time since the last whole point towards the next point', () => {
    const first = regenerate(0, 100, 0, 269_999, ENERGY_PER_HOUR);
    expect(first).toEqual({ value: 1, sinceMs: 180_000 });
    expect(regenerate(first.value, 100, first.sinceMs, 360_000, ENERGY_PER_HOUR).value).toBe(2);
  });

  it('starts again from the current time if the value is full', () => {
    expect(regenerate(100, 100, 0, HOUR, 20)).toEqual({ value: 100, sinceMs: HOUR });
    expect(regenerate(130, 100, 0, HOUR, 20).value).toBe(130);
  });
});
