import { describe, expect, it } from 'vitest';
import { PARTNER_IDS } from '../fights/practice.ts';
import { rewardFor } from '../fights/rewards.ts';
import { levelFor, statsFor } from '../levels/levels.ts';
import { LIMITS } from '../limits.ts';
import { COMBAT_TEXTS } from './combat.ts';
import { FIGHTS_TEXTS } from './fights.ts';
import { GUIDE } from './guide.ts';
import { LANDING_TEXTS } from './landing.ts';

describe('player-facing texts with numbers from the game rules', () => {
  it('state how many missed choices in a row lose a ranked fight', () => {
    expect(LIMITS.combat.missedChoices).toBe(2);
    expect(COMBAT_TEXTS.leftRanked('Ysolde')).toContain('miss two moves in a row');
    expect(JSON.stringify(GUIDE)).toContain('If you miss two moves in a row, you lose.');
  });

  it('say how a level 1 player reaches level 2', () => {
    const paidWins = { overOpponent: 0, overNewAccounts: 0, overAll: 0 };
    const win = { winnerLevel: 1, loserLevel: 1, loserIsNew: false, paidWins };
    expect(levelFor(rewardFor({ ...win, damageShare: 1 }).xp)).toBeGreaterThan(1);
    expect(levelFor(rewardFor({ ...win, damageShare: 0.5 }).xp)).toBe(1);
    expect(GUIDE.levels.paragraphs[0]).toContain('a win in which you take all of your opponent’s health');
  });

  it('state the number of sparring partners', () => {
    expect(PARTNER_IDS).toHaveLength(5);
    expect(FIGHTS_TEXTS.practiceText).toContain('five sparring partners');
  });

  it('state the health and the coins of a new character', () => {
    const { maxHealth } = statsFor(1);
    expect(JSON.stringify(LANDING_TEXTS)).toContain(
      `You start with ${maxHealth} health, ${LIMITS.startCoins} coins`,
    );
  });
});
