import { LIMITS } from '../limits.ts';
import type { Item } from './catalogue.ts';

/** The store pays this part of a price: a third. */
export const SALE_SHARE = 3;

/** What the store pays for one: a third of its price, in whole coins, rounded down. */
export const saleValue = ({ price }: Pick<Item, 'price'>): number => Math.floor(price / SALE_SHARE);

/** Up to how many of an item can be bought: of weapons and armors one, since only the best one counts. */
export const maxCarried = ({ type }: Pick<Item, 'type'>): number =>
  type === 'weapon' || type === 'armor' ? 1 : LIMITS.store.carriedMax;
