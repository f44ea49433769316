import { expect, it } from 'vitest';
import { ITEMS } from './catalogue.ts';
import { maxCarried, saleValue } from './trade.ts';

it('pays a third of the price in whole coins, and never more than the price', () => {
  expect([1, 2, 3, 5, 6, 160].map((price) => saleValue({ price }))).toEqual([0, 0, 1, 1, 2, 53]);
  for (const item of ITEMS) {
    expect(Number.isSafeInteger(item.price) && item.price > 0, item.name).toBe(true);
    expect(saleValue(item), item.name).toBeLessThanOrEqual(item.price / 3);
  }
});

it('allows only one of each weapon or armor', () => {
  for (const item of ITEMS)
    expect(maxCarried(item), item.name).toBe(['weapon', 'armor'].includes(item.type) ? 1 : 999);
});
