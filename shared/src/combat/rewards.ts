import { experienceForWin } from '../levels/levels.ts';

/** Constants of the reward formula. */
export const REWARD_CONSTANTS = {
  /** Each level of the loser above the winner adds this share; each level below subtracts it. */
  perLevel: 0.15,
  /** Maximum factor, so that a single lucky win does not skip levels. */
  most: 2,
  /**
   * The first win over an opponent within 24 h pays in full, each further win a tenth less, the eleventh
   * nothing.
   */
  paidWins: 10,
  coins: 1,
} as const;

/**
 * Return the reward of a victory. `winsOverSameOpponentIn24h` counts earlier paid victories over the same
 * opponent within the last 24 h: 0 for the first; from 10 nothing is paid. Defeating an opponent seven or
 * more levels below pays nothing either. `coins` is 1 if any experience is paid. A defeat pays nothing.
 */
export function rewardFor(win: {
  winnerLevel: number;
  loserLevel: number;
  winsOverSameOpponentIn24h: number;
}): { xp: number; coins: 0 | 1 } {
  const gap = Math.min(
    REWARD_CONSTANTS.most,
    1 + REWARD_CONSTANTS.perLevel * (win.loserLevel - win.winnerLevel),
  );
  const left = REWARD_CONSTANTS.paidWins - win.winsOverSameOpponentIn24h;
  if (gap <= 0 || left <= 0) return { xp: 0, coins: 0 };
  const xp = Math.max(
    1,
    Math.round((experienceForWin(win.loserLevel) * gap * left) / REWARD_CONSTANTS.paidWins),
  );
  return { xp, coins: REWARD_CONSTANTS.coins };
}
