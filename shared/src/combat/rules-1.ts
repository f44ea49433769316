import { createRules, type ItemUse } from './create-rules.ts';
import type { Rules } from './fight.ts';

/** Effects of the first catalogue's items in a fight, by id. */
const ITEM_USES: ReadonlyMap<number, ItemUse> = new Map([
  [1, { healAmount: 25, damage: 0 }],
  [2, { healAmount: 35, damage: 0 }],
  [3, { healAmount: 55, damage: 0 }],
  [12, { healAmount: 0, damage: 12 }],
  [13, { healAmount: 0, damage: 30 }],
  [14, { healAmount: 0, damage: 0, boost: { attack: 6 } }],
  [15, { healAmount: 0, damage: 0, boost: { defense: 6 } }],
]);

/** Version 1: three heals plus three items; weapon and armor count as carried. Never change it. */
export const rules1: Rules = createRules({
  useOf: (itemId) => ITEM_USES.get(itemId),
  armed: ({ weapon, armor }) => ({ weapon, armor }),
  items: 3,
  itemIsHeal: false,
});
