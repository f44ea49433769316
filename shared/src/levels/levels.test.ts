import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelBounds, levelFor, MAX_LEVEL, statsFor, THRESHOLDS } from './levels.ts';

const experiences = fc.integer({ min: 0, max: 2 * THRESHOLDS.at(-1)! });

describe('levels', () => {
  it('start at 0 experience, and each require more experience than the previous level', () => {
    expect(THRESHOLDS).toHaveLength(MAX_LEVEL);
    expect(THRESHOLDS[0]).toBe(0);
    const spans = THRESHOLDS.slice(1).map((threshold, index) => threshold - THRESHOLDS[index]!);
    expect(spans.every((span, index) => Number.isInteger(span) && span > (spans[index - 1] ?? 0))).toBe(true);
  });

  it('never fall when the player’s experience increases', () => {
    fc.assert(
      fc.property(experiences, experiences, (one, other) => {
        expect(levelFor(Math.max(one, other))).toBeGreaterThanOrEqual(levelFor(Math.min(one, other)));
      }),
    );
  });

  it('have bounds that include the player’s experience', () => {
    fc.assert(
      fc.property(experiences, (experience) => {
        const level = levelFor(experience);
        const { lower, upper } = levelBounds(level);
        expect(experience).toBeGreaterThanOrEqual(lower);
        if (level < MAX_LEVEL) expect(experience).toBeLessThan(upper);
      }),
    );
  });

  it('begin exactly at their thresholds', () => {
    for (const [index, threshold] of THRESHOLDS.entries()) {
      expect(levelFor(threshold)).toBe(index + 1);
      if (index > 0) expect(levelFor(threshold - 1)).toBe(index);
    }
  });

  it('have a range of 100 XP if there is no next threshold', () => {
    expect(levelBounds(1)).toEqual({ lower: 0, upper: THRESHOLDS[1] });
    expect(levelBounds(3, [])).toEqual({ lower: 0, upper: 100 });
    expect(levelBounds(MAX_LEVEL)).toEqual({ lower: THRESHOLDS.at(-1), upper: THRESHOLDS.at(-1)! + 100 });
  });

  it('start with the specified stats, and each increase all three stats', () => {
    expect(statsFor(1)).toEqual({ attack: 3, defense: 3, maxHealth: 100 });
    for (let level = 2; level <= MAX_LEVEL; level++) {
      const [below, here] = [statsFor(level - 1), statsFor(level)];
      expect(here.attack).toBeGreaterThan(below.attack);
      expect(here.defense).toBeGreaterThan(below.defense);
      expect(here.maxHealth).toBeGreaterThan(below.maxHealth);
    }
    expect(statsFor(0)).toEqual(statsFor(1));
    expect(statsFor(MAX_LEVEL + 9)).toEqual(statsFor(MAX_LEVEL));
  });
});
