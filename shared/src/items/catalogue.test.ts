import { icons } from '@iconify-json/game-icons';
import { describe, expect, it } from 'vitest';
import { FIGHT_NUMBERS } from '../fights/numbers.ts';
import { LIMITS } from '../limits.ts';
import { baseGear } from './base-gear.ts';
import { bestBonus, healthPoints, ITEMS, itemById, STARTER_ITEMS, usableOutsideFight } from './catalogue.ts';

describe('the catalogue', () => {
  it('has at least forty items with unique ids and names', () => {
    const ids = ITEMS.map((item) => item.id);
    expect(ids.length).toBeGreaterThanOrEqual(40);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ITEMS.map((item) => item.name)).size).toBe(ITEMS.length);
    expect(ITEMS.every((item) => itemById(item.id) === item)).toBe(true);
    expect(itemById(0)).toBeUndefined();
  });

  it('keeps the names of the items with the ids 1 to 16', () => {
    expect(Array.from({ length: 16 }, (_, index) => itemById(index + 1)?.name)).toEqual([
      'Embermint Draught',
      'Hearthblood Flask',
      'Phoenix Marrow',
      'Gatewatch Dagger',
      'Cinderbite Axe',
      'Oathbreaker Mace',
      'Nightforge Greatsword',
      'Boiled Leather Jerkin',
      'Ringsmith Mail',
      'Holdwarden Plate',
      'Drakescale Harness',
      'Pitch Pot',
      'Dragonfire Urn',
      'Whetstone of Wrath',
      'Wardsmoke Censer',
      'Midnight Mead',
    ]);
  });

  it('is sorted by type, level and price', () => {
    const types = ['potion', 'weapon', 'armor', 'utility'];
    const ranks = ITEMS.map(
      ({ type, minLevel, price }) => types.indexOf(type) * 1e6 + minLevel * 1e4 + price,
    );
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it('never sells better gear for a lower price', () => {
    for (const type of ['weapon', 'armor'] as const) {
      const pieces = ITEMS.filter((item) => item.type === type);
      for (const [index, { name, minLevel, price, damage, defense }] of pieces.entries()) {
        const plain = baseGear(minLevel);
        expect(type === 'weapon' ? damage - plain.weapon : defense - plain.armor, name).toBe(
          type === 'weapon' ? 2 : 1,
        );
        expect(price, name).toBeGreaterThanOrEqual(pieces[index - 1]?.price ?? 1);
      }
    }
    expect(itemById(4)?.effect).toBe('Better than basic gear up to level 10.');
    expect(itemById(8)?.effect).toBe('Better than basic gear up to level 3.');
    expect(itemById(33)?.effect).toBe('Better than any basic gear.');
  });

  it('offers every level a potion that restores more health than a heal in a fight', () => {
    for (let level = 1; level <= 60; level++) {
      const potion = ITEMS.findLast((item) => item.type === 'potion' && item.minLevel <= level);
      expect(potion?.healShare, String(level)).toBeGreaterThan(FIGHT_NUMBERS.healShare);
    }
  });

  it('converts shares of full health to points of health', () => {
    expect([
      healthPoints(0.5, 100),
      healthPoints(0.24, 322),
      healthPoints(0.001, 100),
      healthPoints(0, 100),
    ]).toEqual([50, 77, 1, 0]);
  });

  it('has an icon for every item', () => {
    expect(ITEMS.filter((item) => !(item.icon in icons.icons))).toEqual([]);
  });

  it('gives every item exactly one kind of effect', () => {
    for (const item of ITEMS) {
      const uses = [item.healShare, item.damageShare, item.damage, item.defense, item.boost ? 1 : 0];
      expect(uses.filter((use) => use > 0)).toHaveLength(1);
      if (item.type === 'weapon') expect(item).toMatchObject({ usable: false, healShare: 0, defense: 0 });
      if (item.type === 'armor') expect(item).toMatchObject({ usable: false, healShare: 0, damage: 0 });
      if (item.type === 'potion') expect(item.healShare).toBeGreaterThan(0);
      expect(item.usable).toBe(!['weapon', 'armor'].includes(item.type) && !item.boost?.energy);
    }
  });

  it('offers newcomers an affordable item of every type', () => {
    const within = ITEMS.filter((item) => item.minLevel === 1 && item.price <= LIMITS.startCoins / 2);
    expect(new Set(within.map((item) => item.type))).toEqual(
      new Set(['potion', 'weapon', 'armor', 'utility']),
    );
  });

  it('gives a new character items that can be used in a fight', () => {
    expect(STARTER_ITEMS.every(({ itemId, quantity }) => itemById(itemId)?.usable && quantity > 0)).toBe(
      true,
    );
  });

  it('counts the bonus of only the best weapon or armor that a player owns', () => {
    expect(bestBonus([4, 7, 5, 11, 1], 'weapon')).toBe(8);
    expect(bestBonus([4, 7, 5, 8, 9], 'armor')).toBe(3);
    expect(bestBonus([1, 12, 99], 'weapon')).toBe(0);
    expect(bestBonus(new Map([[4, 1]]).keys(), 'weapon')).toBe(2);
  });

  it('reports which items can be used between fights', () => {
    expect(ITEMS.filter(usableOutsideFight).map((item) => item.id)).toEqual([
      ...ITEMS.filter((item) => item.type === 'potion').map((item) => item.id),
      43,
      16,
      50,
    ]);
  });
});
