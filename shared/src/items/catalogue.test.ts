import { icons } from '@iconify-json/game-icons';
import { describe, expect, it } from 'vitest';
import { bestOf, ITEMS, itemById, STARTER_ITEMS, usableAtRest } from './catalogue.ts';

const STARTING_COINS = 50;

describe('the catalogue', () => {
  it('numbers its items from 1 and names each once', () => {
    expect(ITEMS.map((item) => item.id)).toEqual(ITEMS.map((_, index) => index + 1));
    expect(new Set(ITEMS.map((item) => item.name)).size).toBe(ITEMS.length);
    expect(ITEMS.every((item) => itemById(item.id) === item)).toBe(true);
    expect(itemById(0)).toBeUndefined();
  });

  it('has an icon for every item', () => {
    expect(ITEMS.filter((item) => !(item.icon in icons.icons))).toEqual([]);
  });

  it('gives every item exactly one use, fitting its type', () => {
    for (const item of ITEMS) {
      const uses = [item.healAmount, item.damage, item.defense, ...Object.values(item.boost ?? {})];
      expect(uses.filter((use) => use > 0)).toHaveLength(1);
      if (item.type === 'weapon') expect(item).toMatchObject({ usable: false, healAmount: 0, defense: 0 });
      if (item.type === 'armor') expect(item).toMatchObject({ usable: false, healAmount: 0, damage: 0 });
      if (item.type === 'potion') expect(item.healAmount).toBeGreaterThan(0);
      expect(item.usable).toBe(!['weapon', 'armor'].includes(item.type) && !item.boost?.energy);
    }
  });

  it('offers a newcomer something of every type for the first coins', () => {
    const within = ITEMS.filter((item) => item.minLevel === 1 && item.price <= STARTING_COINS / 2);
    expect(new Set(within.map((item) => item.type))).toEqual(
      new Set(['potion', 'weapon', 'armor', 'utility']),
    );
  });

  it('starts a character with what can be used in the first fight', () => {
    expect(STARTER_ITEMS.every(({ itemId, quantity }) => itemById(itemId)?.usable && quantity > 0)).toBe(
      true,
    );
  });

  it('counts the best weapon and the best armor only', () => {
    expect(bestOf([4, 7, 5, 11, 1], 'weapon')).toBe(7);
    expect(bestOf([4, 7, 5, 8, 9], 'armor')).toBe(3);
    expect(bestOf([1, 12, 99], 'weapon')).toBe(0);
    expect(bestOf(new Map([[4, 1]]).keys(), 'weapon')).toBe(2);
  });

  it('tells what can be used between fights', () => {
    expect(ITEMS.filter(usableAtRest).map((item) => item.id)).toEqual([1, 2, 3, 16]);
  });
});
