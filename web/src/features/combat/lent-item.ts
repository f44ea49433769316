import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';

/** Return the item that a ranked fight lends to both players. `maxHealth` is the full health in the fight. */
export function lentItem(maxHealth: number): InventoryEntry {
  const { id, name, type, healShare, damageShare, defense, effect, price, usable } = itemById(RANKED.itemId)!;
  return {
    ...{ id, itemId: id, name, type, quantity: 1, defense, effect, price, usable },
    healAmount: Math.round(healShare * maxHealth),
    damage: Math.round(damageShare * maxHealth),
  };
}
