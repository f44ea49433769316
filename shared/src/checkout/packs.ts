import type { PackId } from '../contract/checkout.ts';

/** A pack of coins; money in cents, never in fractions. `evenings` of play bring as many coins (docs/economy.md). */
export type CoinPack = { id: PackId; name: string; coins: number; cents: number; evenings: string };

export const CURRENCY = 'usd';

export const COIN_PACKS: readonly CoinPack[] = [
  { id: 'small', name: 'Small pack', coins: 50, cents: 499, evenings: '5½' },
  { id: 'medium', name: 'Medium pack', coins: 120, cents: 999, evenings: '13' },
  { id: 'large', name: 'Large pack', coins: 260, cents: 1_999, evenings: '29' },
];

/** The pack of that id; undefined for what is none. */
export const packById = (id: string): CoinPack | undefined => COIN_PACKS.find((pack) => pack.id === id);

/** A price as it is written: 499 is '$4.99'. */
export function priceText(cents: number): string {
  return `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
