import { experienceForWin } from '../levels/levels.ts';

/** Constants of the reward formula. */
export const REWARD_NUMBERS = {
  /**
   * Share of the experience that is added for each level by which the loser is above the winner, and subtracted for
   * each level by which the loser is below the winner.
   */
  perLevel: 0.15,
  /**
   * Maximum number of levels above the winner for which experience is added. Because of this limit, a player whose
   * strong second account loses on purpose earns no more in a day than in an hour of honest fights.
   */
  maxLevelsAbove: 3,
  /**
   * Maximum number of paid wins over one opponent within 24 h. Each of these wins pays less experience than the
   * previous win, in equal steps.
   */
  paidWinsPerOpponent: 4,
  /** Maximum number of paid wins within 24 h. */
  paidWinsPerDay: 25,
  /** Maximum number of paid wins within 24 h over accounts that are new (not settled yet) or deleted. */
  paidWinsOverNewAccounts: 3,
  /** Share of the loser's full health that the winner must have taken to get a coin. */
  coinShare: 0.5,
} as const;

/**
 * Constants of the small reward for a defeat. Unlike the reward for a win, it does not grow with the level. Even at
 * level 1, a full win over an equal opponent pays at least five times as much.
 */
export const DEFEAT_NUMBERS = {
  /** Experience for a defeat in which the loser took all of the winner's health. */
  xp: 4,
  /**
   * Conditions for the reward: the minimum share of the winner's full health that the loser has taken, and
   * the minimum number of moves that the loser has chosen.
   */
  minShare: 0.25,
  minChosen: 3,
  /** Maximum number of paid defeats within 24 h: in total, and against one opponent. */
  perDay: 3,
  perOpponent: 1,
} as const;

/** Earlier paid wins of a player within 24 h. */
export type PaidWins = { overOpponent: number; overNewAccounts: number; overAll: number };

export type Win = {
  winnerLevel: number;
  loserLevel: number;
  /** Damage that the winner dealt in this fight, as a share of the loser's full health. */
  damageShare: number;
  /** True if the loser's account is new (not settled yet) or deleted. */
  loserIsNew: boolean;
  paidWins: PaidWins;
};

const NOTHING = { xp: 0, coins: 0 } as const;

/** Report whether the winner has already reached a limit of paid wins within 24 h, so that this win pays nothing. */
export function isUnpaid({ loserIsNew, paidWins }: Pick<Win, 'loserIsNew' | 'paidWins'>): boolean {
  const { paidWinsPerOpponent, paidWinsPerDay, paidWinsOverNewAccounts } = REWARD_NUMBERS;
  return (
    paidWins.overOpponent >= paidWinsPerOpponent ||
    paidWins.overAll >= paidWinsPerDay ||
    (loserIsNew && paidWins.overNewAccounts >= paidWinsOverNewAccounts)
  );
}

/**
 * Return the reward of a victory. The experience depends on both levels, the share of the loser's full health that the
 * winner took, and the number of earlier wins over this loser. A share of at least half also pays one coin. There is no
 * reward once a limit is reached, or if the loser is seven or more levels lower.
 */
export function rewardFor(win: Win): { xp: number; coins: 0 | 1 } {
  const { perLevel, maxLevelsAbove, paidWinsPerOpponent, coinShare } = REWARD_NUMBERS;
  const loserLevel = Math.min(win.loserLevel, win.winnerLevel + maxLevelsAbove);
  const gap = 1 + perLevel * (loserLevel - win.winnerLevel);
  const share = Math.min(1, win.damageShare);
  if (gap <= 0 || share <= 0 || isUnpaid(win)) return NOTHING;
  const left = (paidWinsPerOpponent - win.paidWins.overOpponent) / paidWinsPerOpponent;
  const xp = Math.max(1, Math.round(experienceForWin(loserLevel) * gap * left * share));
  return { xp, coins: share >= coinShare ? 1 : 0 };
}

export type Defeat = {
  /** Damage that the loser dealt in this fight, as a share of the winner's full health. */
  damageShare: number;
  /** Exchanges in which the loser chose the move. */
  chosenMoves: number;
  /** Earlier paid defeats of the loser within 24 h. */
  paidDefeats: { overAll: number; byOpponent: number };
};

/**
 * Return the experience for a defeat, or 0 if the loser hardly fought or has reached a limit. The caller must ensure
 * that the fight ended with an exchange, because other defeats pay nothing.
 */
export function experienceForDefeat({ damageShare, chosenMoves, paidDefeats }: Defeat): number {
  const { xp, minShare, minChosen, perDay, perOpponent } = DEFEAT_NUMBERS;
  if (damageShare < minShare || chosenMoves < minChosen) return 0;
  if (paidDefeats.overAll >= perDay || paidDefeats.byOpponent >= perOpponent) return 0;
  return Math.max(1, Math.round(xp * Math.min(1, damageShare)));
}

/**
 * Report whether a fight counts and pays for a side. A fight always counts for the attacker. It counts for
 * the defender only if the defender chose a move.
 */
export function isPaidSide(side: 'attacker' | 'defender', chosenMoves: number): boolean {
  return side === 'attacker' || chosenMoves > 0;
}
