import { LIMITS } from '../limits.ts';
import type { Item } from './catalogue.ts';

/** Divisor of the price for sales to the store: a third. */
export const SALE_SHARE = 3;

/** Return the store's purchase price of one item: a third of its price, rounded down to whole coins. */
export const saleValue = ({ price }: Pick<Item, 'price'>): number => Math.floor(price / SALE_SHARE);

/**
 * Return the maximum quantity that can be bought: one of each weapon or armor, since only the best counts.
 */
export const maxCarried = ({ type }: Pick<Item, 'type'>): number =>
  type === 'weapon' || type === 'armor' ? 1 : LIMITS.store.carriedMax;
