import type { ItemType } from './catalogue.ts';

/** The types of items that an admin gives to players, as they are offered. */
export const GRANTABLE_TYPES = ['potion', 'weapon', 'armor'] as const satisfies readonly ItemType[];
