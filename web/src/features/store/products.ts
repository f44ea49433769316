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
   * The largest quantity that can be bought now: limited by the balance, by what the player can still carry, and by the
   * maximum per purchase. It is 0 if none can be bought.
   */
  maxQuantity: number;
  /** Number of coins that the player still needs to buy one item; 0 if they have enough. */
  missingCoins: number;
  /** True if the player cannot carry more of the item. */
  full: boolean;
  /** For gear, the comparison with the best gear that the player has. Null for other items. */
  compared: GearComparison | null;
};
/**
 * A comparison of an item with what the player wears: the player's best gear of the same type, or the base gear if that
 * is at least as good. `gain` is the item's bonus minus the bonus of the worn gear. It can be negative. `than` is the
 * name of the worn gear, null for base gear with a bonus, or '' for base gear without a bonus. `isWorn` is true if the
 * player wears the item itself.
 */
type GearComparison = { gain: number; than: string | null; isWorn: boolean };
/**
 * The section lists `products`. Two other lists are collapsed at first: `lesserProducts` are no better than the
 * player's best gear, and `lockedProducts` need a higher level. `unlockLevel` is the lowest level of `lockedProducts`,
 * or Infinity if there are none.
 */
export type ProductSection = {
  type: string;
  title: string;
  products: readonly Product[];
  lesserProducts: readonly Product[];
  lockedProducts: readonly Product[];
  unlockLevel: number;
};

type Buyer = {
  stats: Pick<Stats, 'coins' | 'level'>;
  inventory: readonly Pick<InventoryEntry, 'itemId' | 'name' | 'type' | 'quantity' | 'damage' | 'defense'>[];
};

/**
 * Compare a weapon or armor with what the player wears; null for other items. For a locked item, use the base gear of
 * the level that unlocks the item.
 */
function compareGear(item: StoreItem, { stats, inventory }: Buyer): GearComparison | null {
  if (item.type !== 'weapon' && item.type !== 'armor') return null;
  const level = Math.max(stats.level, item.minLevel);
  const base = baseGear(level)[item.type];
  const carried = inventory.filter(({ type, quantity }) => type === item.type && quantity > 0);
  const best = carried.toSorted((a, b) => gearBonus(b) - gearBonus(a))[0];
  const isBaseBetter = !best || gearBonus(best) <= base;
  return {
    gain: gearBonus(item) - (isBaseBetter ? base : gearBonus(best)),
    than: isBaseBetter ? (base > 0 ? null : '') : best.name,
    isWorn: !isBaseBetter && best.itemId === item.id,
  };
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
    compared: compareGear(item, buyer),
  };
}

/** Report whether a purchase needs confirmation, because its price is high or a large share of the balance. */
export const needsConfirmation = (price: number, balance: number): boolean =>
  price >= LIMITS.store.confirmFromPrice || price * LIMITS.store.confirmFromBalanceShare >= balance;

const isShown = ({ locked, missingCoins }: Product, { level, coins }: StoreFilters): boolean =>
  !(level && locked) && !(coins && missingCoins > 0);

/** Return the number of products in a section, including those that are collapsed. */
export const countProducts = ({ products, lesserProducts, lockedProducts }: ProductSection): number =>
  products.length + lesserProducts.length + lockedProducts.length;

/** Report whether a product is no better than the gear that the player wears, and is not that gear itself. */
const isLesser = ({ compared }: Product): boolean =>
  compared !== null && compared.gain <= 0 && !compared.isWorn;

/**
 * Build the sections in a fixed order with the products that match the filters; empty sections are left out.
 * A section with fewer than `minProducts` unlocked products, not counting `lesserProducts`, is filled with the
 * products that the player will unlock next.
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
      const unlocked = shown.filter(({ locked }) => !locked);
      const available = unlocked.filter((product) => !isLesser(product));
      const lockedItems = shown
        .filter(({ locked }) => locked)
        .toSorted((a, b) => a.item.minLevel - b.item.minLevel);
      const lockedProducts = lockedItems.slice(Math.max(0, minProducts - available.length));
      return {
        type,
        title: STORE_TEXTS.section(type),
        products: [...available, ...lockedItems.slice(0, lockedItems.length - lockedProducts.length)],
        lesserProducts: unlocked.filter(isLesser),
        lockedProducts,
        unlockLevel: lockedProducts[0]?.item.minLevel ?? Infinity,
      };
    })
    .filter((section) => countProducts(section) > 0);
}
