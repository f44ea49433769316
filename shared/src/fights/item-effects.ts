import { itemById } from '../items/catalogue.ts';

/**
 * Effect of an item in a fight: shares of full health restored to the user or taken from the opponent, and
 * points of attack and defense until the fight ends.
 */
export type ItemEffect = { heal: number; damage: number; attack: number; defense: number };

/**
 * Return the effect of an item in a fight, or undefined if it has none. A change to an existing effect needs a
 * new version of the rules.
 */
export function itemEffect(itemId: number): ItemEffect | undefined {
  const item = itemById(itemId);
  if (!item?.usable) return undefined;
  const { attack = 0, defense = 0 } = item.boost ?? {};
  return { heal: item.healShare, damage: item.damageShare, attack, defense };
}
