import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { baseGear } from '@rivalhold/shared/items/base-gear.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';

/**
 * The weapon and the armor that count for a player: for each, the best item that the player owns, or null if the base
 * gear of the level is at least as good.
 */
export type WornGear = { weapon: GearItem | null; armor: GearItem | null };
export type GearItem = { name: string; icon: string };

/** Return the gear that a player wears, from their inventory and level. */
export function wornGear(inventory: readonly InventoryEntry[], level: number): WornGear {
  const base = baseGear(level);
  const best = (type: 'weapon' | 'armor', bonus: 'damage' | 'defense'): GearItem | null => {
    const owned = inventory
      .flatMap(({ itemId }) => itemById(itemId) ?? [])
      .filter((item) => item.type === type);
    const item = owned.toSorted((a, b) => b[bonus] - a[bonus])[0];
    return item && item[bonus] > base[type] ? { name: item.name, icon: item.icon } : null;
  };
  return { weapon: best('weapon', 'damage'), armor: best('armor', 'defense') };
}
