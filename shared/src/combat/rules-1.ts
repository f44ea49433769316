import { createRules, type ItemUse } from './create-rules.ts';
import type { Rules } from './fight.ts';

/** What the items of the first catalogue did in a fight, by id. */
const ITEM_USES: ReadonlyMap<number, ItemUse> = new Map([
  [1, { healAmount: 25, damage: 0 }],
  [2, { healAmount: 35, damage: 0 }],
  [3, { healAmount: 55, damage: 0 }],
  [12, { healAmount: 0, damage: 12 }],
  [13, { healAmount: 0, damage: 30 }],
  [14, { healAmount: 0, damage: 0, boost: { attack: 6 } }],
  [15, { healAmount: 0, damage: 0, boost: { defense: 6 } }],
]);

/** The first version: three heals and three items besides; weapon and armor count as carried. Never changed again. */
export const rules1: Rules = createRules({
  useOf: (itemId) => ITEM_USES.get(itemId),
  armed: ({ weapon, armor }) => ({ weapon, armor }),
  items: 3,
  itemIsHeal: false,
});
