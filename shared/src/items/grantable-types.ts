import type { ItemType } from './catalogue.ts';

/** Types of items that an admin can give to players, in display order. */
export const GRANTABLE_TYPES = ['potion', 'weapon', 'armor'] as const satisfies readonly ItemType[];
