import type { PackId } from '../contract/checkout.ts';

/**
 * A coin pack with its price in whole cents. `eveningsToEarn` is the approximate number of evenings of play in which a
 * player earns as many coins as the pack contains (docs/economy.md).
 */
export type CoinPack = { id: PackId; name: string; coins: number; cents: number; eveningsToEarn: string };

export const CURRENCY = 'usd';

export const COIN_PACKS: readonly CoinPack[] = [
  { id: 'small', name: 'Small pack', coins: 50, cents: 499, eveningsToEarn: '8' },
  { id: 'medium', name: 'Medium pack', coins: 120, cents: 999, eveningsToEarn: '18' },
  { id: 'large', name: 'Large pack', coins: 260, cents: 1_999, eveningsToEarn: '40' },
];

/** Return the pack with the given id, or undefined if there is none. */
export const packById = (id: string): CoinPack | undefined => COIN_PACKS.find((pack) => pack.id === id);
