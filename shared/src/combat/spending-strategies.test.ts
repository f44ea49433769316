import { describe, expect, it } from 'vitest';
import { ITEMS, itemById } from '../items/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { ODDS } from './odds.ts';
import {
  balanceAt,
  bestItem,
  coinsByLevel,
  loadoutCost,
  loadoutFor,
  type SpendingStrategy,
  winRate,
} from './spending-strategies.ts';

/** A selection that takes a second or two; `npm run bench -- simulation` covers every level. */
const LEVELS = [1, 20, 50];
const FIGHTS = 2_500;
const TRIALS = 200;
/** Three standard deviations of a rate near one half, in percentage points. */
const NOISE = 300 * Math.sqrt(0.25 / FIGHTS);
const WITHIN = { min: 5, max: ODDS.bought };

const mean = (points: number[]) => points.reduce((sum, point) => sum + point, 0) / points.length;

describe('the advantage of coins between equals', () => {
  it('is 5 to 15 points against other ways to spend the same, and at most 15 against no items', () => {
    const kits = LEVELS.map((level) => {
      const item = bestItem(level, TRIALS, 1);
      return { level, item, best: loadoutFor('best', level, item) };
    });
    for (const [seed, way] of (['behind', 'steel', 'supplies', 'nothing'] as SpendingStrategy[]).entries()) {
      const gains = kits.map(
        ({ level, item, best }) => winRate(level, best, loadoutFor(way, level, item), FIGHTS, 10 + seed) - 50,
      );
      for (const gain of gains) {
        expect(gain, way).toBeGreaterThan(WITHIN.min - NOISE);
        expect(gain, way).toBeLessThan(WITHIN.max + NOISE);
      }
      expect(mean(gains), way).toBeGreaterThan(WITHIN.min);
      expect(mean(gains), way).toBeLessThan(WITHIN.max);
    }
  });

  it('is affordable: a player who spends their winnings has the best items of each level on reaching it', () => {
    const earned = coinsByLevel(1);
    for (let level = 1; level <= 50; level++) {
      const usable = ITEMS.filter((item) => item.usable && item.minLevel <= level);
      const mostExpensive = usable.reduce((most, item) => (item.price > most.price ? item : most));
      const balance = balanceAt(level, earned.get(level) ?? 0);
      expect(balance, `level ${level}`).toBeGreaterThanOrEqual(
        loadoutCost(loadoutFor('best', level, mostExpensive)),
      );
    }
    expect(earned.get(1)).toBe(LIMITS.startCoins);
  });

  it('is zero between equal loadouts', () => {
    const kit = loadoutFor('best', 30, itemById(1)!);
    expect(winRate(30, kit, kit, 200, 1)).toBe(50);
  });
});
