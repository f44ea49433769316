import { describe, expect, it } from 'vitest';
import type { FightInput } from '../contract/combat.ts';
import { baseGear } from '../items/base-gear.ts';
import { ITEMS } from '../items/catalogue.ts';
import { statsFor } from '../levels/levels.ts';
import { manualHealAmount } from './heal.ts';
import { type FightSetup, replayFight, rulesFor } from './rules.ts';
import { plainFighter } from './simulate-fight.ts';

/**
 * Results of old fights must never change. If a change of the game breaks one of these tests, create a new
 * version of the rules with its own numbers, and leave this file as it is.
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

  it('replays this fight unchanged', () => {
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

  it('depends on these constants defined elsewhere', () => {
    expect([manualHealAmount(100), manualHealAmount(247)]).toEqual([15, 37]);
    expect([1, 10, 30, 60].map((level) => statsFor(level).maxHealth)).toEqual([100, 120, 178, 322]);
  });

  it('allows three items in addition to three heals, from the first catalogue only', () => {
    const initial = rulesFor(1).beginFight(setup);
    expect(initial.attacker).toMatchObject({ healsLeft: 3, itemsLeft: 3, weapon: 2, armor: 3 });
    const afterItem = rulesFor(1).applyInput(setup, initial, inputs[0]!, () => 0).state;
    expect(afterItem.attacker).toMatchObject({ healsLeft: 3, itemsLeft: 2, attackBoost: 6 });
    const added = { kind: 'item', by: 11, target: 11, itemId: 45 } as const;
    expect(() => rulesFor(1).applyInput(setup, initial, added, () => 0)).toThrow('noItem');
  });
});

describe('version 2 of the rules', () => {
  const setup: FightSetup = {
    fightId: 42,
    rulesVersion: 2,
    nonce: 'embers',
    attacker: { ...plainFighter(11, 9), username: 'Brannoch', weapon: 3, armor: 3 },
    defender: { ...plainFighter(12, 12), username: 'Ysolde', weapon: 1, armor: 5 },
  };
  const strike = { kind: 'attack', by: 11 } as const;
  const inputs: FightInput[] = [
    { kind: 'item', by: 11, target: 11, itemId: 47 },
    strike,
    { kind: 'item', by: 12, target: 11, itemId: 12 },
    { kind: 'attack', by: 12 },
    { kind: 'heal', by: 11 },
    strike,
    { kind: 'heal', by: 12 },
    strike,
    { kind: 'heal', by: 11 },
    strike,
    strike,
    strike,
  ];
  const seed = 'facade'.padEnd(64, '5b');

  it('replays this fight unchanged', () => {
    const { state, lines } = replayFight(setup, inputs, seed);
    expect(
      lines.map((line) => `${line.kind} ${line.by} ${line.amount} ${line.attackerHP}:${line.defenderHP}`),
    ).toEqual([
      'begin 11 0 117:124',
      'item 11 0 117:124',
      'hit 11 19 117:105',
      'miss 12 0 117:105',
      'item 12 19 98:105',
      'hit 12 13 85:105',
      'hit 11 31 85:74',
      'heal 11 18 103:74',
      'hit 11 22 103:52',
      'hit 12 53 50:52',
      'heal 12 19 50:71',
      'hit 11 17 50:54',
      'hit 12 13 37:54',
      'heal 11 18 55:54',
      'hit 11 24 55:30',
      'hit 12 27 28:30',
      'hit 11 14 28:16',
      'hit 12 16 12:16',
      'hit 11 16 12:0',
      'over 11 0 12:0',
    ]);
    expect(state).toMatchObject({ status: 'over', winnerId: 11 });
  });

  it('depends on these constants defined elsewhere', () => {
    const levels = [1, 3, 4, 5, 6, 9, 30, 60];
    expect(levels.map((level) => baseGear(level).weapon)).toEqual([0, 0, 0, 0, 1, 1, 5, 11]);
    expect(levels.map((level) => baseGear(level).armor)).toEqual([0, 0, 1, 1, 1, 2, 6, 12]);
    const uses = ITEMS.filter((item) => item.usable)
      .sort((a, b) => a.id - b.id)
      .map(({ id, healAmount, damage, boost }) =>
        [id, healAmount, damage, boost?.attack ?? 0, boost?.defense ?? 0].join(' '),
      );
    expect(uses).toEqual([
      '1 21 0 0 0',
      '2 26 0 0 0',
      '3 40 0 0 0',
      '12 0 19 0 0',
      '13 0 31 0 0',
      '14 0 0 7 0',
      '15 0 0 0 7',
      '34 23 0 0 0',
      '35 29 0 0 0',
      '36 32 0 0 0',
      '37 34 0 0 0',
      '38 43 0 0 0',
      '39 46 0 0 0',
      '40 53 0 0 0',
      '41 57 0 0 0',
      '42 66 0 0 0',
      '44 0 23 0 0',
      '45 0 0 4 3',
      '46 0 27 0 0',
      '47 0 0 9 -2',
      '48 0 0 -4 11',
      '49 0 37 0 0',
      '51 0 46 0 0',
      '52 37 0 0 0',
      '53 62 0 0 0',
      '54 0 54 0 0',
      '55 24 0 0 0',
      '56 49 0 0 0',
    ]);
  });
});
