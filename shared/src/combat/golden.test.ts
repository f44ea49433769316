import { describe, expect, it } from 'vitest';
import type { FightInput } from '../contract/combat.ts';
import { ITEMS } from '../items/catalogue.ts';
import { statsFor } from '../levels/levels.ts';
import { LIMITS } from '../limits.ts';
import { manualHealAmount } from './heal.ts';
import { type FightSetup, replayFight } from './rules.ts';
import { plainFighter } from './sparring.ts';

/**
 * Fights of version 1 must come out for ever as they did. Where one of these fails because the game is to change, the
 * rules get a new version that has numbers of its own, and what stands here stays as it is.
 */
describe('version 1 of the rules', () => {
  const setup: FightSetup = {
    fightId: 41,
    rulesVersion: 1,
    nonce: 'embers',
    attacker: { ...plainFighter(11, 9), username: 'Brannoch', weapon: 2, armor: 3 },
    defender: { ...plainFighter(12, 11), username: 'Ysolde', weapon: 3, armor: 2 },
  };
  const strike = { kind: 'attack', by: 11 } as const;
  const inputs: FightInput[] = [
    { kind: 'item', by: 11, target: 11, itemId: 14 },
    strike,
    { kind: 'attack', by: 12 },
    { kind: 'item', by: 11, target: 12, itemId: 12 },
    strike,
    { kind: 'heal', by: 11 },
    strike,
    { kind: 'item', by: 11, target: 11, itemId: 1 },
    strike,
    strike,
    strike,
    strike,
  ];
  const seed = 'facade'.padEnd(64, '5a');

  it('tells this fight as it was', () => {
    const { state, lines } = replayFight(setup, inputs, seed);
    expect(
      lines.map((line) => `${line.kind} ${line.by} ${line.amount} ${line.attackerHP}:${line.defenderHP}`),
    ).toEqual([
      'begin 11 0 117:122',
      'item 11 0 117:122',
      'hit 11 10 117:112',
      'hit 12 16 101:112',
      'miss 12 0 101:112',
      'miss 11 0 101:112',
      'item 11 12 101:100',
      'hit 11 29 101:71',
      'hit 12 29 72:71',
      'heal 11 18 90:71',
      'hit 11 10 90:61',
      'miss 12 0 90:61',
      'item 11 25 115:61',
      'miss 11 0 115:61',
      'hit 12 15 100:61',
      'hit 11 14 100:47',
      'hit 12 40 60:47',
      'hit 11 25 60:22',
      'hit 12 18 42:22',
      'hit 11 22 42:0',
      'over 11 0 42:0',
    ]);
    expect(state).toMatchObject({ status: 'over', winnerId: 11 });
  });

  it('rests on these numbers from elsewhere', () => {
    const { healsPerFight, itemsPerFight } = LIMITS.combat;
    expect([healsPerFight, itemsPerFight, manualHealAmount(100), manualHealAmount(247)]).toEqual([
      3, 3, 15, 37,
    ]);
    expect([1, 10, 30, 60].map((level) => statsFor(level).maxHealth)).toEqual([100, 120, 178, 322]);
    const used = ITEMS.filter((item) => item.usable).map(({ id, healAmount, damage, boost }) => [
      id,
      healAmount,
      damage,
      boost?.attack ?? 0,
      boost?.defense ?? 0,
    ]);
    expect(used.slice(0, 7)).toEqual([
      [1, 25, 0, 0, 0],
      [2, 35, 0, 0, 0],
      [3, 55, 0, 0, 0],
      [12, 0, 12, 0, 0],
      [13, 0, 30, 0, 0],
      [14, 0, 0, 6, 0],
      [15, 0, 0, 0, 6],
    ]);
  });
});
