import { expect, it } from 'vitest';
import { experienceForWin, MAX_LEVEL, THRESHOLDS } from '../levels/levels.ts';
import { LIMITS } from '../limits.ts';
import { ITEMS, type Item } from './catalogue.ts';
import { maxCarried, saleValue } from './trade.ts';

it('pays a third of an item’s price for a sale, rounded down to whole coins', () => {
  expect([1, 2, 3, 5, 6, 160].map((price) => saleValue({ price }))).toEqual([0, 0, 1, 1, 2, 53]);
  for (const item of ITEMS) {
    expect(Number.isSafeInteger(item.price) && item.price > 0, item.name).toBe(true);
    expect(saleValue(item), item.name).toBeLessThanOrEqual(item.price / 3);
  }
});

it('lets a player carry only one of each weapon and armor', () => {
  for (const item of ITEMS)
    expect(maxCarried(item), item.name).toBe(['weapon', 'armor'].includes(item.type) ? 1 : 999);
});

it('lets a player afford the best gear of every level with the coins from wins and sales', () => {
  const owned = new Map<string, Item>();
  let balance = LIMITS.startCoins;
  for (let level = 1; level <= MAX_LEVEL; level++) {
    for (const item of ITEMS.filter(({ minLevel }) => minLevel === level)) {
      if (item.type !== 'weapon' && item.type !== 'armor') continue;
      const previous = owned.get(item.type);
      balance += (previous ? saleValue(previous) : 0) - item.price;
      expect(balance, item.name).toBeGreaterThanOrEqual(0);
      owned.set(item.type, item);
    }
    // Add one coin for each win over an equal opponent that the level needs. Level 1 needs no wins, because the first
    // lesson completes it.
    if (level === 1 || level === MAX_LEVEL) continue;
    const experience = THRESHOLDS[level]! - THRESHOLDS[level - 1]!;
    balance += Math.floor(experience / experienceForWin(level));
  }
  expect([owned.get('weapon'), owned.get('armor')]).toEqual(
    (['weapon', 'armor'] as const).map((type) => ITEMS.findLast((item) => item.type === type)),
  );
});
