import { ITEMS, type Item } from '@rivalhold/shared/items/catalogue.ts';
import { expect, it } from 'vitest';
import { inventoryEntry } from '../../testing/fixtures.ts';
import { wornGear } from './gear.ts';

const owned = (item: Item) => inventoryEntry({ ...item, healAmount: 0 });
const weapons = ITEMS.filter(({ type }) => type === 'weapon').toSorted((a, b) => a.damage - b.damage);

it('returns the best gear that a player owns, or null if the base gear is at least as good', () => {
  const [weakest, best] = [weapons[0]!, weapons.at(-1)!];
  const both = [weakest, best].map(owned);
  expect(wornGear(both, 1)).toEqual({ weapon: { name: best.name, icon: best.icon }, armor: null });
  expect(wornGear([owned(weakest)], 50).weapon).toBeNull();
});
