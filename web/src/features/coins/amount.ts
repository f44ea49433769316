import { figures } from '@rivalhold/shared/figures.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';

const SHORT_BELOW = 10_000;

/** Coins in figures: '1,250'. */
export const coinsText: (coins: number) => string = figures;

/** Coins in a sentence: '1 coin', '1,250 coins'. */
export const coinsWords = (coins: number): string => COIN_TEXTS.amount(coins);

const compact = () =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' });

/** As short as a bar has room for: '9,999', then '12.3K', never more than there are. */
export const shortCoins = (coins: number): string =>
  coins < SHORT_BELOW ? coinsText(coins) : compact().format(coins);

/** What came or went, with its sign: '+3', '−25'. */
export const signedCoins = (amount: number): string =>
  `${amount < 0 ? '−' : '+'}${coinsText(Math.abs(amount))}`;
