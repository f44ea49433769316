import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
});
const SHORT_BELOW = 10_000;

/** Coins in figures: '1,250'. */
export const coinsText = (coins: number): string => whole.format(coins);

/** Coins in a sentence: '1 coin', '1,250 coins'. */
export const coinsWords = (coins: number): string => COIN_TEXTS.amount(coinsText(coins));

/** As short as a bar has room for: '9,999', then '12.3K', never more than there are. */
export const shortCoins = (coins: number): string => (coins < SHORT_BELOW ? whole : compact).format(coins);

/** What came or went, with its sign: '+3', '−25'. */
export const signedCoins = (amount: number): string =>
  `${amount < 0 ? '−' : '+'}${whole.format(Math.abs(amount))}`;
