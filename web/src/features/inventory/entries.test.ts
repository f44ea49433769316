import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { expect, test } from 'vitest';
import { arrayOf, bestOfGroup, fill, groupsOf } from './entries.ts';

const catalogue: readonly StoreItem[] = ITEMS;

test('what is no array is an empty one', () => {
  for (const answer of [null, undefined, {}, 'x', 3]) expect(arrayOf(answer as unknown as [])).toEqual([]);
  expect(arrayOf([1])).toEqual([1]);
});

test('missing fields are those of the catalogue, then the defaults', () => {
  expect(fill({ id: 90, itemId: 4, qty: 3 }, catalogue)).toMatchObject({
    id: 90,
    name: 'Gatewatch Dagger',
    type: 'weapon',
    quantity: 3,
    damage: 2,
    healAmount: 0,
    effect: '',
  });
  expect(fill({ id: 1, name: 'My own', healAmount: 0 }, catalogue)).toMatchObject({
    name: 'My own',
    type: 'potion',
    healAmount: 0,
    quantity: 1,
  });
  expect(fill({ id: 999 }, catalogue)).toEqual({
    id: 999,
    itemId: 999,
    name: 'Unknown Item',
    type: 'utility',
    quantity: 1,
    healAmount: 0,
    damage: 0,
    defense: 0,
    effect: '',
    item: undefined,
  });
});

test('groups stand in the fixed order, under their literal titles', () => {
  const entries = [12, 10, 8, 4, 5, 1].map((itemId) => ({ id: itemId + 100, itemId }));
  const groups = groupsOf([...entries, { id: 7_000, type: 'relic' }], catalogue);
  expect(groups.map(({ title }) => title)).toEqual(['Potions', 'Weapons', 'Armors', 'Utilitys', 'Relics']);
  expect(groups.map(bestOfGroup)).toEqual([null, 105, 110, null, null]);
  expect(groupsOf([], catalogue)).toEqual([]);
});
