import { baseGear } from '../items/base-gear.ts';
import { itemById } from '../items/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { createRules } from './create-rules.ts';
import type { Rules } from './fight.ts';

/**
 * The second version: one item a fight in the place of a heal, and everybody wears at least the plain steel of their level.
 * What an item does is its catalogue entry; to change one that exists means a third version and a table for this one.
 */
export const rules2: Rules = createRules({
  useOf: (itemId) => {
    const item = itemById(itemId);
    return item?.usable ? item : undefined;
  },
  armed: ({ weapon, armor }, level) => {
    const plain = baseGear(level);
    return { weapon: Math.max(weapon, plain.weapon), armor: Math.max(armor, plain.armor) };
  },
  items: LIMITS.combat.itemsPerFight,
  itemIsHeal: true,
});
