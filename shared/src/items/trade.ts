import { LIMITS } from '../limits.ts';
import type { Item } from './catalogue.ts';

/** The store pays the price divided by this number for a sold item. */
export const SALE_SHARE = 3;

/** Return the coins that the store pays for one item: a third of its price, rounded down. */
export const saleValue = ({ price }: Pick<Item, 'price'>): number => Math.floor(price / SALE_SHARE);

/**
 * Return how many of an item a player can own through purchases: one of each weapon or armor, since only the best
 * counts.
 */
export const maxCarried = ({ type }: Pick<Item, 'type'>): number =>
  type === 'weapon' || type === 'armor' ? 1 : LIMITS.store.carriedMax;
