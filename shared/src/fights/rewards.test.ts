import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { experienceForWin } from '../levels/levels.ts';
import {
  DEFEAT_NUMBERS,
  type Defeat,
  experienceForDefeat,
  isPaidSide,
  REWARD_NUMBERS,
  rewardFor,
  type Win,
} from './rewards.ts';

const win = (parts: Partial<Win> = {}, earlier: Partial<Win['paidWins']> = {}): Win => ({
  ...{ winnerLevel: 10, loserLevel: 10, damageShare: 1, loserIsNew: false },
  paidWins: { overOpponent: 0, overNewAccounts: 0, overAll: 0, ...earlier },
  ...parts,
});
const shares = fc.double({ min: 0, max: 3, noNaN: true });
const levels = fc.integer({ min: 1, max: 60 });

describe('the reward of a win', () => {
  it('is one coin and full experience if the winner took all health of an opponent of the same level', () => {
    expect(rewardFor(win())).toEqual({ xp: experienceForWin(10), coins: 1 });
    expect(rewardFor(win({ damageShare: 2.4 }))).toEqual(rewardFor(win()));
  });

  it('has experience in proportion to the health taken, and a coin if at least half was taken', () => {
    expect(rewardFor(win({ damageShare: 0.5 }))).toEqual({
      xp: Math.round(experienceForWin(10) / 2),
      coins: 1,
    });
    expect(rewardFor(win({ damageShare: 0.49 })).coins).toBe(0);
    expect(rewardFor(win({ damageShare: 0 }))).toEqual({ xp: 0, coins: 0 });
  });

  it('does not fall with a stronger opponent or more health taken, and does not grow with repeated wins', () => {
    fc.assert(
      fc.property(levels, levels, shares, fc.nat(5), (winnerLevel, loserLevel, damageShare, overOpponent) => {
        const given = win({ winnerLevel, loserLevel, damageShare }, { overOpponent });
        const { xp, coins } = rewardFor(given);
        expect(rewardFor({ ...given, loserLevel: loserLevel + 1 }).xp).toBeGreaterThanOrEqual(xp);
        expect(rewardFor({ ...given, damageShare: damageShare + 0.1 }).xp).toBeGreaterThanOrEqual(xp);
        const later = rewardFor({
          ...given,
          paidWins: { ...given.paidWins, overOpponent: overOpponent + 1 },
        });
        expect(later.xp).toBeLessThanOrEqual(xp);
        if (coins === 1) expect(xp).toBeGreaterThan(0);
      }),
    );
  });

  it('is nothing once a 24-hour limit on paid wins is reached', () => {
    const { paidWinsPerOpponent, paidWinsPerDay, paidWinsOverNewAccounts } = REWARD_NUMBERS;
    const nothing = { xp: 0, coins: 0 };
    expect(rewardFor(win({}, { overOpponent: paidWinsPerOpponent }))).toEqual(nothing);
    expect(rewardFor(win({}, { overOpponent: paidWinsPerOpponent - 1 })).coins).toBe(1);
    expect(rewardFor(win({}, { overAll: paidWinsPerDay }))).toEqual(nothing);
    expect(rewardFor(win({}, { overAll: paidWinsPerDay - 1 })).coins).toBe(1);
    const overNew = { overNewAccounts: paidWinsOverNewAccounts };
    expect(rewardFor(win({ loserIsNew: true }, overNew))).toEqual(nothing);
    expect(rewardFor(win({ loserIsNew: false }, overNew)).coins).toBe(1);
  });

  it('is nothing if the loser is seven levels below the winner', () => {
    expect(rewardFor(win({ loserLevel: 3 }))).toEqual({ xp: 0, coins: 0 });
    expect(rewardFor(win({ loserLevel: 4 })).coins).toBe(1);
  });

  it('has more experience for each level of the loser above the winner, up to three levels', () => {
    const above = (levels: number) => rewardFor(win({ loserLevel: 10 + levels })).xp;
    expect(above(3)).toBe(Math.round(experienceForWin(13) * (1 + 3 * REWARD_NUMBERS.perLevel)));
    expect([above(4), above(50)]).toEqual([above(3), above(3)]);
  });

  it('goes to a winning defender only if the defender chose a move', () => {
    expect(isPaidSide('attacker', 0)).toBe(true);
    expect(isPaidSide('defender', 0)).toBe(false);
    expect(isPaidSide('defender', 1)).toBe(true);
  });
});

describe('the experience for a defeat', () => {
  const defeat = (parts: Partial<Defeat> = {}): Defeat => ({
    ...{ damageShare: 1, chosenMoves: 6, paidDefeats: { overAll: 0, byOpponent: 0 } },
    ...parts,
  });

  it('grows with the share of the winner’s health that the loser took, up to a maximum', () => {
    expect(experienceForDefeat(defeat())).toBe(DEFEAT_NUMBERS.xp);
    expect(experienceForDefeat(defeat({ damageShare: 7 }))).toBe(DEFEAT_NUMBERS.xp);
    expect(experienceForDefeat(defeat({ damageShare: 0.5 }))).toBe(DEFEAT_NUMBERS.xp / 2);
    expect(DEFEAT_NUMBERS.xp).toBeLessThanOrEqual(experienceForWin(1) / 5);
  });

  it('is zero if the loser took too little health or chose too few moves', () => {
    expect(experienceForDefeat(defeat({ damageShare: DEFEAT_NUMBERS.minShare - 0.01 }))).toBe(0);
    expect(experienceForDefeat(defeat({ damageShare: DEFEAT_NUMBERS.minShare }))).toBe(1);
    expect(experienceForDefeat(defeat({ chosenMoves: DEFEAT_NUMBERS.minChosen - 1 }))).toBe(0);
    expect(experienceForDefeat(defeat({ chosenMoves: DEFEAT_NUMBERS.minChosen }))).toBeGreaterThan(0);
  });

  it('is zero once a 24-hour limit on paid defeats is reached', () => {
    const { perDay, perOpponent } = DEFEAT_NUMBERS;
    const after = (overAll: number, byOpponent: number) =>
      experienceForDefeat(defeat({ paidDefeats: { overAll, byOpponent } }));
    expect(after(perDay, 0)).toBe(0);
    expect(after(perDay - 1, 0)).toBeGreaterThan(0);
    expect(after(perOpponent, perOpponent)).toBe(0);
    expect(after(perOpponent, perOpponent - 1)).toBeGreaterThan(0);
  });
});
