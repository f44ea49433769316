import { experienceForWin } from '../levels/levels.ts';

/** The numbers of what a victory pays. */
export const REWARD_CONSTANTS = {
  /** Each level the loser stood above the winner adds this share, each level below takes as much away. */
  perLevel: 0.15,
  /** A giant-slayer is paid double at most; so nobody is carried up by one lucky blow. */
  most: 2,
  /** The first win over an opponent within 24 h pays in full, each further one a tenth less, the eleventh nothing. */
  paidWins: 10,
  coins: 1,
} as const;

/**
 * What a victory pays. `winsOverSameOpponentIn24h` counts the paid victories over the same opponent within the last
 * 24 h, this one not included: 0 for the first, and from 10 on nothing is paid. Beating somebody seven or more levels
 * below pays nothing either. `coins` is 1 while any experience is due. A defeat pays nothing.
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
