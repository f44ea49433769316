import { formatCompact } from '@rivalhold/shared/format-decimal.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';

const COMPACT_FROM = 10_000;

/** Format a balance for the navbar: in full below 10,000 ('9,999'), otherwise short and rounded down ('12.3K'). */
export const shortCoins = (coins: number): string =>
  coins < COMPACT_FROM ? formatNumber(coins) : formatCompact(coins);

/** Format an amount of coins with its sign: '+3', '−25'. */
export const signedCoins = (amount: number): string =>
  `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
