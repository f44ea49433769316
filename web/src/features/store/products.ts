import type { InventoryEntry, Stats } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { baseGear } from '@rivalhold/shared/items/base-gear.ts';
import type { ItemType } from '@rivalhold/shared/items/catalogue.ts';
import { maxCarried } from '@rivalhold/shared/items/trade.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { gearBonus, TYPE_ORDER } from '../../entities/items/entries.ts';
import type { StoreFilters } from './filters.ts';

/** An item of the store, with the values that depend on the player. */
export type Product = {
  item: StoreItem;
  /** Quantity in the player's inventory. */
  carried: number;
  /** True if the player's level is too low. */
  locked: boolean;
  /**
   * The largest quantity that can be bought now, limited by the balance and the free slots. It is 0 if none can be
   * bought.
   */
  maxQuantity: number;
  /** Coins that the player lacks to buy one; 0 if there are enough. */
  missingCoins: number;
  /** True if the player cannot carry more of the item. */
  full: boolean;
  /**
   * For gear, the bonus over the best gear that the player has, including base gear (below 1: no gain). Null for other
   * items.
   */
  gain: number | null;
};
/**
 * `products` are shown. `lockedProducts` need a higher level and are folded; `unlockLevel` is the lowest of these
 * levels.
 */
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

/**
 * Return the bonus of gear over the player's best gear of its type, at the level that unlocks it. Return null for other
 * items.
 */
function gearGain(item: StoreItem, { stats, inventory }: Buyer): number | null {
  if (item.type !== 'weapon' && item.type !== 'armor') return null;
  const carried = inventory.filter(({ type }) => type === item.type).map(gearBonus);
  const level = Math.max(stats.level, item.minLevel);
  return gearBonus(item) - Math.max(baseGear(level)[item.type], ...carried);
}

/** Return an item of the store with the values for a player with these stats and inventory. */
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

/** Report whether a purchase needs confirmation, because its price is high or a large share of the balance. */
export const needsConfirmation = (price: number, balance: number): boolean =>
  price >= LIMITS.store.confirmFromPrice || price * LIMITS.store.confirmFromBalanceShare >= balance;

const isShown = ({ locked, missingCoins }: Product, { level, coins }: StoreFilters): boolean =>
  !(level && locked) && !(coins && missingCoins > 0);

/**
 * Build the sections in a fixed order with the products that match the filters; empty sections are left out. A section
 * with fewer than `minProducts` available products is filled with the products that the player will unlock next.
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
        .toSorted((a, b) => a.item.minLevel - b.item.minLevel);
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
