import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { expect, test } from 'vitest';
import { readStoreFilters } from './filters.ts';
import { buildSections, needsConfirmation, toProduct } from './products.ts';

const plain = {
  price: 10,
  healAmount: 0,
  damage: 0,
  defense: 0,
  effect: '',
  icon: 'backpack',
  rarity: 'common',
  minLevel: 1,
  usable: false,
};
const potion: StoreItem = { ...plain, id: 1, name: 'Draught', type: 'potion', price: 2, healAmount: 20 };
const dagger: StoreItem = { ...plain, id: 2, name: 'Dagger', type: 'weapon', damage: 3 };
const sword: StoreItem = {
  ...plain,
  id: 3,
  name: 'Sword',
  type: 'weapon',
  damage: 5,
  price: 60,
  minLevel: 11,
};
const coat: StoreItem = { ...plain, id: 4, name: 'Coat', type: 'armor', defense: 4, price: 12 };

const customer = (coins: number, level: number, ...carried: [StoreItem, number][]) => ({
  stats: { coins, level },
  inventory: carried.map(([{ id, name, type, damage, defense }, quantity]) => ({
    itemId: id,
    name,
    type,
    damage,
    defense,
    quantity,
  })),
});

test('computes the maximum quantity of a purchase', () => {
  expect(toProduct(potion, customer(9, 1, [potion, 3]))).toMatchObject({
    carried: 3,
    missingCoins: 0,
    maxQuantity: 4,
    full: false,
  });
  expect(toProduct(potion, customer(1, 1))).toMatchObject({ carried: 0, missingCoins: 1, maxQuantity: 0 });
  expect(toProduct(potion, customer(5_000, 1)).maxQuantity).toBe(99);
  expect(toProduct(potion, customer(5_000, 1, [potion, 990])).maxQuantity).toBe(9);
  expect(toProduct(potion, customer(5_000, 1, [potion, 1_050]))).toMatchObject({
    maxQuantity: 0,
    full: true,
  });
  expect(toProduct({ ...potion, price: 0 }, customer(0, 1)).maxQuantity).toBe(99);
});

test('limits gear to one piece, and compares gear with what the player wears', () => {
  expect(toProduct(dagger, customer(50, 1))).toMatchObject({
    compared: { gain: 3, than: '', isWorn: false },
    maxQuantity: 1,
    full: false,
    locked: false,
  });
  expect(toProduct(dagger, customer(50, 1, [dagger, 1]))).toMatchObject({
    compared: { gain: 0, than: 'Dagger', isWorn: true },
    maxQuantity: 0,
    full: true,
  });
  expect(toProduct(sword, customer(50, 10, [dagger, 1]))).toMatchObject({
    compared: { gain: 2, than: 'Dagger', isWorn: false },
    locked: true,
    missingCoins: 10,
  });
  // The sword unlocks at level 11, so it is compared with the base weapon of that level, which has 2 points.
  expect(toProduct(sword, customer(50, 1)).compared).toMatchObject({ gain: 3, than: null });
  expect(toProduct(sword, customer(60, 11, [dagger, 1]))).toMatchObject({
    compared: { gain: 2, than: 'Dagger', isWorn: false },
    locked: false,
    maxQuantity: 1,
  });
  // Gear of another type does not count, and every player has the base gear of their level.
  expect(toProduct(coat, customer(50, 1, [sword, 1])).compared).toMatchObject({ gain: 4, than: '' });
  expect(toProduct(dagger, customer(50, 16)).compared?.gain).toBe(0);
  expect(toProduct(dagger, customer(50, 41, [dagger, 1])).compared).toEqual({
    gain: -5,
    than: null,
    isWorn: false,
  });
  expect(toProduct(potion, customer(50, 1)).compared).toBeNull();
});

test('returns the sections in a fixed order, and applies the filters', () => {
  const products = [coat, sword, dagger, potion, { ...potion, id: 9, type: 'relic' }].map((item) =>
    toProduct(item, customer(10, 5)),
  );
  const shown = (filters: Parameters<typeof buildSections>[1]) =>
    buildSections(products, filters, 1).map(({ title, products: open, lockedProducts, unlockLevel }) => [
      title,
      ...open.map(({ item }) => item.name),
      ...lockedProducts.map(({ item }) => `${item.name} from ${unlockLevel}`),
    ]);
  expect(shown({})).toEqual([
    ['Potions', 'Draught'],
    ['Weapons', 'Dagger', 'Sword from 11'],
    ['Armor', 'Coat'],
    ['Relics', 'Draught'],
  ]);
  expect(shown({ level: true }).map(([title]) => title)).toEqual(['Potions', 'Weapons', 'Armor', 'Relics']);
  expect(shown({ level: true })[1]).toEqual(['Weapons', 'Dagger']);
  expect(shown({ coins: true })).toEqual([
    ['Potions', 'Draught'],
    ['Weapons', 'Dagger'],
    ['Relics', 'Draught'],
  ]);
});

test('shows the unlock level of a section with only locked items', () => {
  const products = [{ ...sword, id: 8, minLevel: 16 }, sword].map((item) => toProduct(item, customer(10, 5)));
  expect(buildSections(products, {}, 0)).toMatchObject([
    { products: [], lockedProducts: [{}, {}], unlockLevel: 11 },
  ]);
  expect(buildSections(products, { level: true }, 5)).toEqual([]);
});

test('fills a short section with the next locked items', () => {
  const products = [{ ...sword, id: 8, minLevel: 16 }, sword, dagger].map((item) =>
    toProduct(item, customer(10, 5)),
  );
  const [open, next, last] = [dagger, sword, { id: 8 }].map(({ id }) => ({ item: { id } }));
  expect(buildSections(products, {}, 1)).toMatchObject([
    { products: [open], lockedProducts: [next, last], unlockLevel: 11 },
  ]);
  expect(buildSections(products, {}, 2)).toMatchObject([
    { products: [open, next], lockedProducts: [last], unlockLevel: 16 },
  ]);
  expect(buildSections(products, {}, 3)).toMatchObject([
    { products: [open, next, last], lockedProducts: [] },
  ]);
  expect(buildSections(products, { level: true }, 3)).toMatchObject([
    { products: [open], lockedProducts: [] },
  ]);
});

test('collapses gear that is no better than what the player wears', () => {
  const owned = customer(100, 11, [sword, 1], [dagger, 1]);
  const products = [sword, dagger, coat].map((item) => toProduct(item, owned));
  expect(buildSections(products, {}, 3)).toMatchObject([
    { type: 'weapon', products: [{ item: sword }], lesserProducts: [{ item: dagger }] },
    { type: 'armor', products: [{ item: coat }], lesserProducts: [] },
  ]);
});

test.each([
  [25, 5_000, true],
  [24, 121, false],
  [24, 120, true],
  [2, 11, false],
  [2, 10, true],
  [1, 1, true],
])('a price of %i with a balance of %i needs confirmation: %s', (price, balance, expected) =>
  expect(needsConfirmation(price, balance)).toBe(expected),
);

test('reads filters from the URL', () => {
  expect(readStoreFilters({ level: true, coins: 'true' })).toEqual({ level: true, coins: true });
  expect(readStoreFilters({ level: 'yes', coins: 0 })).toEqual({});
});
