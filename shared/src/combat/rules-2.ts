import { baseGear } from '../items/base-gear.ts';
import { itemById } from '../items/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { createRules } from './create-rules.ts';
import type { Rules } from './fight.ts';

/**
 * Version 2: one item per fight instead of a heal, and everyone has at least the base gear of their level.
 * Item effects come from the catalogue; changing an existing effect requires version 3 and a table for this
 * one.
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
