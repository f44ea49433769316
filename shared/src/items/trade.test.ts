import { expect, it } from 'vitest';
import { ITEMS } from './catalogue.ts';
import { maxCarried, saleValue } from './trade.ts';

it('pays a third, in whole coins, and for nothing as much as it costs', () => {
  expect([1, 2, 3, 5, 6, 160].map((price) => saleValue({ price }))).toEqual([0, 0, 1, 1, 2, 53]);
  for (const item of ITEMS) {
    expect(Number.isSafeInteger(item.price) && item.price > 0, item.name).toBe(true);
    expect(saleValue(item), item.name).toBeLessThanOrEqual(item.price / 3);
  }
});

it('lets nobody buy a second weapon or armor of a kind', () => {
  for (const item of ITEMS)
    expect(maxCarried(item), item.name).toBe(['weapon', 'armor'].includes(item.type) ? 1 : 999);
});
