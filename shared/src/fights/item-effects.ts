/**
 * Effect of an item in a fight: shares of full health restored to the user or taken from the opponent, and
 * points of attack and defense until the fight ends.
 */
export type ItemEffect = { heal: number; damage: number; attack: number; defense: number };

const effect = (parts: Partial<ItemEffect>): ItemEffect => ({
  ...{ heal: 0, damage: 0, attack: 0, defense: 0 },
  ...parts,
});

/** Effects by catalogue id. A change to an existing effect needs a new version of the rules. */
const EFFECTS: ReadonlyMap<number, ItemEffect> = new Map([
  [1, effect({ heal: 0.5 })],
  [2, effect({ heal: 0.52 })],
  [3, effect({ heal: 0.54 })],
  [42, effect({ heal: 0.56 })],
  [12, effect({ damage: 0.24 })],
  [46, effect({ damage: 0.26 })],
  [13, effect({ damage: 0.28 })],
  [54, effect({ damage: 0.3 })],
  [14, effect({ attack: 3 })],
  [15, effect({ defense: 3 })],
  [47, effect({ attack: 5, defense: -2 })],
  [45, effect({ attack: 2, defense: 1 })],
  [48, effect({ attack: -2, defense: 5 })],
]);

/** Return the effect of an item in a fight, or undefined if it has none. */
export function itemEffect(itemId: number): ItemEffect | undefined {
  return EFFECTS.get(itemId);
}

/** Return the catalogue ids of all items that can be used in a fight. */
export const fightItemIds = (): number[] => [...EFFECTS.keys()];
