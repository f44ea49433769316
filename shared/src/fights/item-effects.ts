import { itemById } from '../items/catalogue.ts';

/**
 * An item's effect in a fight. `heal` is a share of the user's full health, and `damage` a share of the opponent's full
 * health. `attack` and `defense` are points that the user gains until the fight ends.
 */
export type ItemEffect = { heal: number; damage: number; attack: number; defense: number };

/**
 * Return an item's effect in a fight, or undefined if it has none. A change to an existing effect needs a new version
 * of the rules.
 */
export function itemEffect(itemId: number): ItemEffect | undefined {
  const item = itemById(itemId);
  if (!item?.usable) return undefined;
  const { attack = 0, defense = 0 } = item.boost ?? {};
  return { heal: item.healShare, damage: item.damageShare, attack, defense };
}
