import type { InventoryEntry, Stats } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { baseGear } from '@rivalhold/shared/items/base-gear.ts';
import type { ItemType } from '@rivalhold/shared/items/catalogue.ts';
import { maxCarried } from '@rivalhold/shared/items/trade.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { gearBonus, TYPE_ORDER } from '../../entities/items/entries.ts';
import type { StoreFilters } from './filters.ts';

/** An item as it stands in the store for one player. */
export type Product = {
  item: StoreItem;
  /** How many one carries. */
  carried: number;
  /** Whether one's level is too low for it. */
  locked: boolean;
  /** The most that can be bought now, limited by the balance and the free slots; 0 if none can be bought. */
  maxQuantity: number;
  /** Coins that are missing for one; 0 where there are enough. */
  missingCoins: number;
  /** Whether there is no room for another. */
  full: boolean;
  /** Of gear, what it is better by than all that one has, plain steel included (below 1: no gain); null of other things. */
  gain: number | null;
};
/** `products` lie on the counter; `lockedProducts` are for higher levels still, the first of them from level `unlockLevel`. */
export type ProductSection = {
  type: string;
  title: string;
  products: readonly Product[];
  lockedProducts: readonly Product[];
  unlockLevel: number;
};

type Buyer = {
  stats: Pick<Stats, 'coins' | 'level'>;
  inventory: readonly Pick<InventoryEntry, 'itemId' | 'type' | 'quantity' | 'damage' | 'defense'>[];
};

/** What a thing is better by than the best of its kind that one has once one may buy it; null for what is no gear. */
function gearGain(item: StoreItem, { stats, inventory }: Buyer): number | null {
  if (item.type !== 'weapon' && item.type !== 'armor') return null;
  const carried = inventory.filter(({ type }) => type === item.type).map(gearBonus);
  const level = Math.max(stats.level, item.minLevel);
  return gearBonus(item) - Math.max(baseGear(level)[item.type], ...carried);
}

/** What an item is to a player with these stats and things. */
export function toProduct(item: StoreItem, buyer: Buyer): Product {
  const { stats, inventory } = buyer;
  const { quantityMax } = LIMITS.store;
  const coins = stats.coins ?? 0;
  const carried = inventory.find(({ itemId }) => itemId === item.id)?.quantity ?? 0;
  const room = Math.max(0, maxCarried({ type: item.type as ItemType }) - carried);
  return {
    item,
    carried,
    locked: stats.level < item.minLevel,
    maxQuantity: Math.min(room, quantityMax, item.price > 0 ? Math.floor(coins / item.price) : quantityMax),
    missingCoins: Math.max(0, item.price - coins),
    full: room === 0,
    gain: gearGain(item, buyer),
  };
}

/** Whether a purchase needs confirmation: a large amount, or a large share of the balance. */
export const needsConfirmation = (price: number, balance: number): boolean =>
  price >= LIMITS.store.confirmFromPrice || price * LIMITS.store.confirmFromBalanceShare >= balance;

const isShown = ({ locked, missingCoins }: Product, { level, coins }: StoreFilters): boolean =>
  !(level && locked) && !(coins && missingCoins > 0);

/**
 * The stalls in their fixed order, with what the filters leave of them; an empty one is not put up. A counter with
 * fewer than `minProducts` items for one's level is filled up with the next that one will be able to buy.
 */
export function buildSections(
  products: readonly Product[],
  filters: StoreFilters,
  minProducts: number,
): ProductSection[] {
  const types = [...new Set([...TYPE_ORDER, ...products.map(({ item }) => item.type)])];
  return types
    .map((type) => {
      const shown = products.filter((product) => product.item.type === type && isShown(product, filters));
      const available = shown.filter(({ locked }) => !locked);
      const lockedItems = shown
        .filter(({ locked }) => locked)
        .toSorted((one, other) => one.item.minLevel - other.item.minLevel);
      const lockedProducts = lockedItems.slice(Math.max(0, minProducts - available.length));
      return {
        type,
        title: STORE_TEXTS.section(type),
        products: [...available, ...lockedItems.slice(0, lockedItems.length - lockedProducts.length)],
        lockedProducts,
        unlockLevel: lockedProducts[0]?.item.minLevel ?? Infinity,
      };
    })
    .filter((section) => section.products.length + section.lockedProducts.length > 0);
}
