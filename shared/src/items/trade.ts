import { LIMITS } from '../limits.ts';
import type { Item } from './catalogue.ts';

/** When a player sells an item, the store pays the item's price divided by this number. */
export const SALE_SHARE = 3;

/** Return the coins that the store pays for one item: a third of its price, rounded down. */
export const saleValue = ({ price }: Pick<Item, 'price'>): number => Math.floor(price / SALE_SHARE);

/**
 * Return the maximum quantity of an item that a player can own after a purchase. The maximum is one for each weapon and
 * armor, because only the best weapon and the best armor count.
 */
export const maxCarried = ({ type }: Pick<Item, 'type'>): number =>
  type === 'weapon' || type === 'armor' ? 1 : LIMITS.store.carriedMax;
