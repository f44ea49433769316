import { describe, expect, it } from 'vitest';
import type { FightInput } from '../contract/combat.ts';
import { manualHealAmount } from './heal.ts';
import { applyInput, beginFight, type FightState, RuleViolation, rulesFor } from './rules.ts';
import { plainFighter, setupOf } from './simulate-fight.ts';

const setup = setupOf(plainFighter(1, 10, 40), plainFighter(2, 10));
const draught = { kind: 'item', by: 1, target: 1, itemId: 1 } as const;
const pitch = { kind: 'item', by: 1, target: 2, itemId: 12 } as const;
const heal = { kind: 'heal', by: 1 } as const;
const attack = { kind: 'attack', by: 1 } as const;
const alwaysZero = () => 0;
const alwaysHalf = () => 0.5;

function play(inputs: FightInput[], from = beginFight(setup), chance = alwaysZero): FightState {
  return inputs.reduce((state, input) => applyInput(setup, state, input, chance).state, from);
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof RuleViolation) return error.code;
    throw error;
  }
  return 'allowed';
}

describe('heals and items', () => {
  it('are limited to one before each own exchange', () => {
    expect(codeOf(() => play([heal, heal]))).toBe('strikeFirst');
    expect(codeOf(() => play([heal, draught]))).toBe('strikeFirst');
    expect(codeOf(() => play([heal, { kind: 'attack', by: 2 }, heal]))).toBe('strikeFirst');
    expect(codeOf(() => play([heal, attack, draught, attack, heal]))).toBe('allowed');
    expect(codeOf(() => play([draught, heal]))).toBe('strikeFirst');
  });

  it('are limited to three per fight, including at most one item', () => {
    const wounded = () => ({ ...beginFight(setup), attacker: { ...beginFight(setup).attacker, hp: 1 } });
    const three = play([heal, attack, heal, attack, heal, attack], wounded());
    expect(three.attacker).toMatchObject({ healsLeft: 0, itemsLeft: 0 });
    expect(codeOf(() => play([heal], three))).toBe('healLimit');
    expect(codeOf(() => play([pitch], three))).toBe('itemLimit');
    const thrown = play([pitch, attack], wounded());
    expect(thrown.attacker).toMatchObject({ healsLeft: 2, itemsLeft: 0 });
    expect(codeOf(() => play([draught], thrown))).toBe('itemLimit');
    const spent = play([heal, attack, heal, attack], thrown);
    expect(codeOf(() => play([heal], spent))).toBe('healLimit');
  });

  it('restore health only up to the maximum, and are rejected at full health', () => {
    const { maxHealth } = setup.attacker;
    const near = { ...beginFight(setup), attacker: { ...beginFight(setup).attacker, hp: maxHealth - 3 } };
    const step = applyInput(setup, near, heal, alwaysZero);
    expect(step.state.attacker.hp).toBe(maxHealth);
    expect(step.lines[0]).toMatchObject({ kind: 'heal', amount: 3, by: 1, to: 1, attackerHP: maxHealth });
    expect(codeOf(() => play([{ kind: 'heal', by: 2 }]))).toBe('fullHealth');
    expect(codeOf(() => play([{ ...draught, by: 2, target: 2 }]))).toBe('fullHealth');
    expect(play([heal]).attacker.hp).toBe(40 + manualHealAmount(maxHealth));
  });

  it('reject unknown items, unusable items and wrong targets', () => {
    expect(codeOf(() => play([{ ...draught, itemId: 99 }]))).toBe('noItem');
    expect(codeOf(() => play([{ ...draught, itemId: 4 }]))).toBe('noItem');
    expect(codeOf(() => play([{ ...draught, itemId: 16 }]))).toBe('noItem');
    expect(codeOf(() => play([{ ...draught, target: 2 }]))).toBe('invalid');
    expect(codeOf(() => play([{ ...pitch, target: 1 }]))).toBe('invalid');
    expect(codeOf(() => play([{ ...attack, by: 3 }]))).toBe('invalid');
  });

  it('boost for the rest of the fight', () => {
    const sharp = play([{ ...draught, itemId: 14 }]);
    expect(sharp.attacker.attackBoost).toBe(7);
    const bare = applyInput(setup, beginFight(setup), attack, alwaysHalf).lines[0]!.amount;
    expect(applyInput(setup, sharp, attack, alwaysHalf).lines[0]!.amount).toBeGreaterThan(bare);
    expect(play([attack], sharp).attacker.attackBoost).toBe(7);
    expect(play([{ ...draught, itemId: 47 }]).attacker).toMatchObject({ attackBoost: 9, defenseBoost: -2 });
  });
});

describe('weapon and armor', () => {
  it("are at least the base gear of the fighter's level", () => {
    const armed = (level: number, carried: { weapon: number; armor: number }) => {
      const { weapon, armor } = beginFight(
        setupOf({ ...plainFighter(1, level), ...carried }, plainFighter(2, level)),
      ).attacker;
      return [weapon, armor];
    };
    expect(armed(1, { weapon: 0, armor: 0 })).toEqual([0, 0]);
    expect(armed(1, { weapon: 2, armor: 1 })).toEqual([2, 1]);
    expect(armed(10, { weapon: 2, armor: 1 })).toEqual([2, 2]);
    expect(armed(11, { weapon: 2, armor: 3 })).toEqual([2, 3]);
    expect(armed(46, { weapon: 2, armor: 3 })).toEqual([9, 9]);
  });

  it('follow a level reached elsewhere during the fight', () => {
    const sync = { kind: 'sync', by: 1, health: 50, maxHealth: 150, attack: 18, defense: 18 } as const;
    expect(play([{ ...sync, level: 16 }]).attacker).toMatchObject({ weapon: 3, armor: 3 });
  });
});

describe('the end of a fight', () => {
  const dying = () => ({ ...beginFight(setup), defender: { ...beginFight(setup).defender, hp: 5 } });

  it('can be caused by a thrown item', () => {
    const { state, lines } = applyInput(setup, dying(), pitch, alwaysZero);
    expect(state).toMatchObject({ status: 'over', winnerId: 1, defender: { hp: 0 } });
    expect(lines.map((line) => line.kind)).toEqual(['item', 'over']);
    expect(lines[0]).toMatchObject({ amount: 5, itemId: 12, defenderHP: 0 });
  });

  it('allows no further input', () => {
    const over = play([attack], dying(), alwaysHalf);
    expect(over).toMatchObject({ status: 'over', winnerId: 1 });
    expect(codeOf(() => play([attack], over))).toBe('alreadyDefeated');
    expect(codeOf(() => play([{ kind: 'attack', by: 2 }], over))).toBe('tooWeak');
    for (const late of [heal, { kind: 'heal', by: 2 }, pitch, { kind: 'forfeit', by: 1, reason: 'ended' }]) {
      expect(codeOf(() => play([late as FightInput], over))).toBe('fightOver');
    }
  });

  it('happens when a fighter forfeits or loses all health elsewhere', () => {
    expect(play([{ kind: 'forfeit', by: 1, reason: 'abandoned' }]).winnerId).toBe(2);
    const stats = { maxHealth: 120, attack: 12, defense: 12, level: 10 };
    expect(play([{ kind: 'sync', by: 1, health: 0, ...stats }]).winnerId).toBe(2);
    const better = play([{ kind: 'sync', by: 1, health: 500, ...stats }]);
    expect(better.attacker).toMatchObject({ hp: 120, ...stats });
  });

  it('happens by the twentieth exchange: the larger share of health wins, and the attacker loses a tie', () => {
    const evenly = { ...setup, attacker: plainFighter(1, 10) };
    const misses = Array.from({ length: 20 }, () => attack);
    const playToLimit = (from: FightState) => play(misses, from);
    expect(playToLimit(beginFight(evenly))).toMatchObject({
      winnerId: 2,
      exchanges: 20,
      attacker: { hp: 0 },
    });
    const ahead = { ...beginFight(evenly), defender: { ...beginFight(evenly).defender, hp: 60 } };
    expect(playToLimit(ahead)).toMatchObject({ winnerId: 1, exchanges: 20, defender: { hp: 0 } });
  });

  it('rejects a start without health and an unknown version of the rules', () => {
    expect(codeOf(() => beginFight({ ...setup, attacker: { ...setup.attacker, health: 0 } }))).toBe(
      'tooWeak',
    );
    expect(() => rulesFor(99)).toThrow(RangeError);
  });
});
