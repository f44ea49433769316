import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { expect, test } from 'vitest';
import { asArray } from './api.ts';
import { effectKind, effectLines, iconOf, rarityOf } from './display.ts';
import { gearStatuses, groupEntries, toCard } from './entries.ts';

const plain = { price: 9, healAmount: 0, damage: 0, defense: 0, effect: '', rarity: 'common', minLevel: 1 };
const catalogue: readonly StoreItem[] = [
  {
    ...plain,
    id: 1,
    name: 'Embermint Draught',
    type: 'potion',
    healAmount: 25,
    icon: 'health-potion',
    usable: true,
  },
  {
    ...plain,
    id: 4,
    name: 'Gatewatch Dagger',
    type: 'weapon',
    damage: 2,
    icon: 'plain-dagger',
    usable: false,
  },
  { ...plain, id: 5, name: 'Cinderbite Axe', type: 'weapon', damage: 3, icon: 'battle-axe', usable: false },
  {
    ...plain,
    id: 8,
    name: 'Boiled Leather Jerkin',
    type: 'armor',
    defense: 2,
    icon: 'leather-armor',
    usable: false,
  },
  {
    ...plain,
    id: 10,
    name: 'Holdwarden Plate',
    type: 'armor',
    defense: 5,
    icon: 'breastplate',
    usable: false,
  },
  { ...plain, id: 12, name: 'Pitch Pot', type: 'utility', damage: 12, icon: 'molotov', usable: true },
];

test('returns an empty array for any value except an array', () => {
  for (const result of [null, undefined, {}, 'x', 3]) expect(asArray(result as unknown as [])).toEqual([]);
  expect(asArray([1])).toEqual([1]);
});

test('fills the missing fields of an entry from the catalogue, then from the defaults', () => {
  expect(toCard({ id: 90, itemId: 4, qty: 3 }, catalogue)).toMatchObject({
    id: 90,
    name: 'Gatewatch Dagger',
    type: 'weapon',
    quantity: 3,
    damage: 2,
    healAmount: 0,
    effect: '',
    price: 9,
  });
  expect(toCard({ id: 1, name: 'My own', healAmount: 0 }, catalogue)).toMatchObject({
    name: 'My own',
    type: 'potion',
    healAmount: 0,
    quantity: 1,
  });
  expect(toCard({ id: 999 }, catalogue)).toEqual({
    id: 999,
    itemId: 999,
    name: 'Unknown Item',
    type: 'utility',
    quantity: 1,
    healAmount: 0,
    damage: 0,
    defense: 0,
    effect: '',
    price: 0,
    item: undefined,
  });
});

test('returns the groups of items in a fixed order with their titles', () => {
  const entries = [12, 10, 8, 4, 5, 1].map((itemId) => ({ id: itemId + 100, itemId }));
  const groups = groupEntries([...entries, { id: 7_000, type: 'relic' }], catalogue);
  expect(groups.map(({ title }) => title)).toEqual(['Potions', 'Weapons', 'Armors', 'Utilitys', 'Relics']);
  expect(groupEntries([], catalogue)).toEqual([]);
});

test('marks the best gear as equipped, unless the base gear is at least as good', () => {
  const worn = (level: number | undefined, ...itemIds: number[]) =>
    groupEntries(
      itemIds.map((itemId) => ({ id: itemId, itemId })),
      catalogue,
    ).map((group) => Object.fromEntries(gearStatuses(group, level)));
  expect(worn(1, 1, 4, 5, 8, 10, 12)).toEqual([
    {},
    { 4: 'spare', 5: 'equipped' },
    { 8: 'spare', 10: 'equipped' },
    {},
  ]);
  expect(worn(1, 4)).toEqual([{ 4: 'equipped' }]);
  // At level 16, the weapons with the ids 4 and 5 are no better than the base gear, whose bonus is 3.
  expect(worn(16, 4, 5, 10)).toEqual([{ 4: 'outgrown', 5: 'outgrown' }, { 10: 'equipped' }]);
  expect(worn(undefined, 4)).toEqual([{}]);
});

test('has an icon and a rarity for every item', () => {
  for (const { name, icon, rarity } of ITEMS) {
    expect([iconOf(icon), rarityOf(rarity)], name).toEqual([icon, rarity]);
  }
  expect([iconOf('no-such-icon'), iconOf(undefined), rarityOf('mythic')]).toEqual([
    'backpack',
    'backpack',
    null,
  ]);
});

test('describes the effects of an item, and omits effects that the item does not have', () => {
  const effect = 'Warm to the touch.';
  expect(effectLines({ healAmount: 5, damage: 3, defense: 2, effect })).toEqual([
    'Heals 5 HP',
    'Deals 3 Damage',
    'Adds 2 Defense',
    effect,
  ]);
  expect(effectLines({ healAmount: 0, damage: 0, defense: 0, effect: '' })).toEqual([]);
});

test('derives the kind of an item’s effect from its numbers or its effect text', () => {
  const kindOf = (changes: Partial<StoreItem>) => effectKind({ ...plain, ...changes });
  expect(kindOf({ healAmount: 5 })).toBe('heal');
  expect(kindOf({ damage: 5, effect: 'Thrown at an opponent.' })).toBe('damage');
  expect(kindOf({ defense: 1 })).toBe('defense');
  expect(kindOf({ effect: 'Restores 12 energy. Use it between fights.' })).toBe('energy');
  expect(kindOf({ effect: '+3 attack until the fight ends.' })).toBe('damage');
  expect(kindOf({ effect: '+3 defense until the fight ends.' })).toBe('defense');
  expect(kindOf({})).toBe('other');
  for (const { healShare, damageShare, ...item } of ITEMS)
    expect(
      effectKind({ ...item, healAmount: healShare, damage: item.damage + damageShare }),
      item.name,
    ).not.toBe('other');
});
