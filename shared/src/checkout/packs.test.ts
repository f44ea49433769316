import { describe, expect, it } from 'vitest';
import { formatPrice } from '../format-decimal.ts';
import { COIN_PACKS, packById } from './packs.ts';

describe('coin packs', () => {
  it('are the three packs of the specification, ordered by price', () => {
    expect(COIN_PACKS.map(({ id, coins, cents }) => [id, coins, cents])).toEqual([
      ['small', 50, 499],
      ['medium', 120, 999],
      ['large', 260, 1_999],
    ]);
    expect(packById('medium')).toBe(COIN_PACKS[1]);
    for (const id of ['huge', 'Small', '', 'constructor']) expect(packById(id)).toBeUndefined();
  });

  it('have prices in whole cents, which are formatted without rounding', () => {
    expect(COIN_PACKS.map(({ cents }) => formatPrice(cents))).toEqual(['$4.99', '$9.99', '$19.99']);
    for (const { cents, coins } of COIN_PACKS) expect([cents % 1, coins % 1]).toEqual([0, 0]);
  });
});
