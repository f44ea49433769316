import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { experienceForWin, MAX_LEVEL } from '../levels/levels.ts';
import { rewardFor } from './rewards.ts';

const level = fc.integer({ min: 1, max: MAX_LEVEL });
const wins = fc.nat(40);

describe('rewards', () => {
  it('pay full experience for an equal, and a coin with it', () => {
    const reward = { winnerLevel: 7, loserLevel: 7, winsOverSameOpponentIn24h: 0 };
    expect(rewardFor(reward)).toEqual({ xp: experienceForWin(7), coins: 1 });
  });

  it('are bounded integers, with a coin exactly when experience is paid', () => {
    fc.assert(
      fc.property(level, level, wins, (winnerLevel, loserLevel, winsOverSameOpponentIn24h) => {
        const { xp, coins } = rewardFor({ winnerLevel, loserLevel, winsOverSameOpponentIn24h });
        expect(Number.isInteger(xp)).toBe(true);
        expect(xp).toBeGreaterThanOrEqual(0);
        expect(xp).toBeLessThanOrEqual(2 * experienceForWin(loserLevel));
        expect(coins).toBe(xp > 0 ? 1 : 0);
      }),
    );
  });

  it("decrease with each win over the same opponent and increase with the opponent's level", () => {
    fc.assert(
      fc.property(level, level, wins, (winnerLevel, loserLevel, winsOverSameOpponentIn24h) => {
        const paid = { winnerLevel, loserLevel, winsOverSameOpponentIn24h };
        const again = { ...paid, winsOverSameOpponentIn24h: winsOverSameOpponentIn24h + 1 };
        const higher = { ...paid, loserLevel: loserLevel + 1 };
        expect(rewardFor(again).xp).toBeLessThanOrEqual(rewardFor(paid).xp);
        expect(rewardFor(higher).xp).toBeGreaterThanOrEqual(rewardFor(paid).xp);
      }),
    );
  });

  it('end for one opponent after the tenth win, regardless of levels', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(level, level), { minLength: 11, maxLength: 40 }), (fights) => {
        let paid = 0;
        for (const [winnerLevel, loserLevel] of fights) {
          const { coins } = rewardFor({ winnerLevel, loserLevel, winsOverSameOpponentIn24h: paid });
          paid += coins;
        }
        expect(paid).toBeLessThanOrEqual(10);
      }),
    );
    expect(rewardFor({ winnerLevel: 1, loserLevel: 60, winsOverSameOpponentIn24h: 9 }).coins).toBe(1);
    expect(rewardFor({ winnerLevel: 1, loserLevel: 60, winsOverSameOpponentIn24h: 10 }).coins).toBe(0);
  });

  it('are zero for opponents far below', () => {
    expect(rewardFor({ winnerLevel: 20, loserLevel: 14, winsOverSameOpponentIn24h: 0 }).coins).toBe(1);
    expect(rewardFor({ winnerLevel: 20, loserLevel: 13, winsOverSameOpponentIn24h: 0 })).toEqual({
      xp: 0,
      coins: 0,
    });
  });
});
