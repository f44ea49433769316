import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Choice, Fighter, FightInput, Side } from '../contract/combat.ts';
import { ITEMS } from '../items/catalogue.ts';
import { statsFor } from '../levels/levels.ts';
import { type FightState, type ReplayInput, RuleViolation } from './fight.ts';
import { MOVES } from './moves.ts';
import { FIGHT_NUMBERS, FOCUS_MAX } from './numbers.ts';
import { sealedRandom } from './random.ts';
import { applyInput, beginFight, RULES_VERSION, replayFight } from './rules.ts';
import { styleLine, TEMPERAMENTS } from './style.ts';
import { inputsHashOf } from './verify.ts';

const NONCES = { attacker: 'embers', defender: 'ashes' };
const SIDES = ['attacker', 'defender'] as const;

function fighter(id: number, level: number, parts: Partial<Fighter> = {}): Fighter {
  const stats = statsFor(level);
  const gear = { weapon: 0, armor: 0, style: TEMPERAMENTS.careful };
  return { id, username: `player${id}`, level, ...stats, health: stats.maxHealth, ...gear, ...parts };
}

const setup = (attacker = fighter(1, 1), defender = fighter(2, 1)) => ({
  ...{ fightId: 7, rulesVersion: RULES_VERSION },
  attacker,
  defender,
});
const move = (name: Choice['move'], itemId: number | null = null): Choice => ({ move: name, itemId });
const hits = () => 0.5;

/**
 * Apply an exchange to the state of a fight between two newcomers. `parts` replaces values of this state. With the
 * draws from `hits`, no move misses or is critical.
 */
function exchange(
  attacker: Choice,
  defender: Choice,
  parts: Partial<Record<Side, Partial<FightState['attacker']>>> = {},
) {
  const begun = beginFight(setup());
  const state = {
    ...begun,
    attacker: { ...begun.attacker, ...parts.attacker },
    defender: { ...begun.defender, ...parts.defender },
  };
  return applyInput(setup(), state, { kind: 'exchange', attacker, defender }, hits).state;
}

const choices = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...MOVES.slice(0, 5)).map((name) => move(name)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...ITEMS.filter(({ usable }) => usable).map(({ id }) => id))
      .map((id) => move('item', id)),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);
const inputs: fc.Arbitrary<FightInput> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('exchange' as const), attacker: choices, defender: choices }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      side: fc.constantFrom(...SIDES),
      health: fc.integer({ min: 0, max: 400 }),
      maxHealth: fc.integer({ min: 1, max: 400 }),
      attack: fc.integer({ min: 0, max: 99 }),
      defense: fc.integer({ min: 0, max: 99 }),
      level: fc.integer({ min: 1, max: 60 }),
    }),
  },
);
const fighters = (id: number) =>
  fc
    .record({
      level: fc.integer({ min: 1, max: 60 }),
      weapon: fc.integer({ min: 0, max: 13 }),
      armor: fc.integer({ min: 0, max: 13 }),
      style: fc.constantFrom(...Object.values(TEMPERAMENTS)),
    })
    .map(({ level, ...gear }) => fighter(id, level, gear));
const seeds = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const fights = fc.record({
  attacker: fighters(1),
  defender: fighters(2),
  seed: seeds,
  tried: fc.array(inputs, { minLength: 1, maxLength: 60 }),
});

/** Apply the inputs that the rules allow, and call `check` after each of them. */
function play(
  {
    attacker,
    defender,
    seed,
    tried,
  }: { attacker: Fighter; defender: Fighter; seed: string; tried: FightInput[] },
  check: (state: FightState) => void = () => {},
) {
  const at = setup(attacker, defender);
  const chance = sealedRandom(seed, at.fightId, NONCES);
  let state = beginFight(at);
  const lines = [...state.log];
  const applied: FightInput[] = [];
  for (const input of tried) {
    try {
      const step = applyInput(at, state, input, chance);
      state = step.state;
      lines.push(...step.lines);
      applied.push(input);
      check(state);
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
    }
  }
  const replayInput: ReplayInput = { setup: at, nonces: NONCES, inputs: applied, seed };
  return { state, lines, replayInput };
}

describe('the rules of a fight', () => {
  it('keep every value of a fight in range for any input', () => {
    fc.assert(
      fc.property(fights, (fight) => {
        play(fight, (state) => {
          for (const side of SIDES) {
            const { hp, maxHealth, focus, healsLeft, itemsLeft } = state[side];
            expect(hp).toBeGreaterThanOrEqual(0);
            expect(hp).toBeLessThanOrEqual(maxHealth);
            expect(Number.isInteger(hp)).toBe(true);
            expect(focus).toBeGreaterThanOrEqual(0);
            expect(focus).toBeLessThanOrEqual(FOCUS_MAX);
            expect(healsLeft).toBeGreaterThanOrEqual(0);
            expect(itemsLeft).toBeGreaterThanOrEqual(0);
          }
          expect(state.exchanges).toBeLessThanOrEqual(FIGHT_NUMBERS.lastExchange);
          const stands = SIDES.filter((side) => state[side].hp > 0);
          if (state.status === 'active') expect(stands).toHaveLength(2);
          else expect(state[state.winnerId === 1 ? 'attacker' : 'defender'].hp).toBeGreaterThan(0);
        });
      }),
    );
  });

  it('allow each fighter at most two heals and one item', () => {
    fc.assert(
      fc.property(fights, (fight) => {
        const { lines, state } = play(fight);
        for (const side of SIDES) {
          const moves = lines.map((line) => line[side]?.move);
          expect(moves.filter((name) => name === 'heal').length).toBeLessThanOrEqual(FIGHT_NUMBERS.heals);
          expect(moves.filter((name) => name === 'item').length).toBeLessThanOrEqual(FIGHT_NUMBERS.items);
        }
        if (state.exchanges === FIGHT_NUMBERS.lastExchange) expect(state.status).toBe('over');
      }),
    );
  });

  it('write log lines that contain the current state', () => {
    fc.assert(
      fc.property(fights, (fight) => {
        const { lines, state } = play(fight);
        expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
        expect(lines.at(-1)).toMatchObject({ attackerHP: state.attacker.hp, defenderHP: state.defender.hp });
        const last = lines.findLast(({ kind }) => kind === 'exchange');
        if (last) expect(last.attacker!.focus).toBe(state.attacker.focus);
      }),
    );
  });

  it('give the same state and log lines in a replay', () => {
    fc.assert(
      fc.property(fights, (fight) => {
        const { state, lines, replayInput } = play(fight);
        const replayed = replayFight(replayInput);
        expect(replayed.state).toEqual(state);
        expect(replayed.lines).toEqual(lines);
      }),
    );
  });

  it('deal the damage of the damage table if the fighters are equal', () => {
    const after = exchange(move('strike'), move('feint'));
    expect(after).toMatchObject({ attacker: { hp: 100, focus: 1 }, defender: { hp: 60, focus: 0 } });
    expect(exchange(move('strike'), move('guard'))).toMatchObject({
      ...{ attacker: { hp: 76, focus: 0 }, defender: { hp: 92, focus: 1 } },
    });
    expect(exchange(move('feint'), move('guard'))).toMatchObject({
      ...{ attacker: { hp: 100, focus: 1 }, defender: { hp: 68, focus: 0 } },
    });
  });

  it('apply a heal before the opponent’s move, and deduct the focus that Heavy costs', () => {
    const hurt = { attacker: { hp: 30 }, defender: { focus: 3 } };
    expect(exchange(move('heal'), move('heavy'), hurt)).toMatchObject({
      attacker: { hp: 14, healsLeft: 1 },
      defender: { hp: 100, focus: 1 },
    });
  });

  it('apply an item even against Guard, and reject a second item', () => {
    expect(exchange(move('item', 12), move('guard'))).toMatchObject({
      attacker: { itemsLeft: 0 },
      defender: { hp: 76 },
    });
    const boosted = exchange(move('item', 14), move('guard'));
    expect(boosted.attacker.attackBoost).toBeGreaterThan(0);
    expect(() => exchange(move('item', 12), move('guard'), { attacker: { itemsLeft: 0 } })).toThrow(
      'itemLimit',
    );
  });

  it('reject unavailable moves, fighters without health, and an unknown version of the rules', () => {
    expect(() => exchange(move('heavy'), move('guard'))).toThrow('invalid');
    expect(() => exchange(move('heal'), move('guard'))).toThrow('fullHealth');
    expect(() => exchange(move('heal'), move('guard'), { attacker: { hp: 50, healsLeft: 0 } })).toThrow(
      'healLimit',
    );
    expect(() => exchange(move('item', 999), move('guard'))).toThrow('noItem');
    expect(() => exchange(move('item'), move('guard'))).toThrow('invalid');
    expect(() => exchange(move('strike', 12), move('guard'))).toThrow('invalid');
    expect(() => beginFight(setup(fighter(1, 1, { health: 0 })))).toThrow('tooWeak');
    expect(() => beginFight({ ...setup(), rulesVersion: RULES_VERSION + 1 })).toThrow(RangeError);
  });

  it('let the fighter less far below zero win a double knock-out with 1 health, and decide ties at random', () => {
    const state = exchange(move('strike'), move('strike'), { attacker: { hp: 10 }, defender: { hp: 11 } });
    expect(state).toMatchObject({ status: 'over', winnerId: 2, attacker: { hp: 0 }, defender: { hp: 1 } });
    const even = exchange(move('strike'), move('strike'), { attacker: { hp: 10 }, defender: { hp: 10 } });
    expect(even).toMatchObject({ status: 'over', winnerId: 2, defender: { hp: 1 } });
  });

  it('let the fighter with the larger share of health win after the last exchange', () => {
    const begun = { ...beginFight(setup()), exchanges: FIGHT_NUMBERS.lastExchange - 1 };
    const state = {
      ...begun,
      attacker: { ...begun.attacker, hp: 51 },
      defender: { ...begun.defender, hp: 50 },
    };
    const guards = { kind: 'exchange', attacker: move('guard'), defender: move('guard') } as const;
    expect(applyInput(setup(), state, guards, hits).state).toMatchObject({ status: 'over', winnerId: 1 });
  });

  it('end a fight when a side forfeits it for any reason', () => {
    const state = beginFight(setup());
    for (const reason of ['conceded', 'abandoned', 'ended'] as const) {
      const step = applyInput(setup(), state, { kind: 'forfeit', side: 'attacker', reason }, hits);
      expect(step.state).toMatchObject({ status: 'over', winnerId: 2 });
      expect(step.lines).toMatchObject([{ kind: 'over', by: 2, reason }]);
      expect(() =>
        applyInput(setup(), step.state, { kind: 'forfeit', side: 'defender', reason }, hits),
      ).toThrow('fightOver');
    }
  });

  // If this result changes, raise RULES_VERSION (see CONTRIBUTING.md), and update the expected values. The fight
  // contains every move, a thrown item, a boost, a change of level, moves chosen by styles, a miss, a critical hit,
  // fury and a double knock-out.
  it('give a recorded fight the result that it had when this version was introduced', () => {
    const style = [
      styleLine({ guard: 20, heal: 80 }, { canHeal: true, health: 50 }),
      styleLine({ guard: 40, heavy: 60 }, { focus: 2 }),
      styleLine({ strike: 40, guard: 35, feint: 25 }),
    ];
    const level12 = { level: 12, attack: 14, defense: 14, maxHealth: 124, health: 110 };
    const level13 = { level: 13, attack: 15, defense: 15, maxHealth: 127, health: 90 };
    const level14 = { level: 14, attack: 16, defense: 16, maxHealth: 130, health: 130 };
    const attacker = { id: 1, username: 'Astrid', ...level12, weapon: 4, armor: 0, style };
    const defender = { id: 2, username: 'Bjorn', ...level14, weapon: 0, armor: 4, style };
    const exchangeOf = (one: Choice | null, other: Choice | null) =>
      ({ kind: 'exchange', attacker: one, defender: other }) as const;
    const recorded: FightInput[] = [
      exchangeOf(move('strike'), move('feint')),
      exchangeOf(move('feint'), move('item', 12)),
      exchangeOf(move('item', 14), null),
      { kind: 'sync', side: 'attacker', ...level13 },
      exchangeOf(move('feint'), move('guard')),
      exchangeOf(move('heavy'), move('strike')),
      exchangeOf(move('heal'), null),
      ...Array.from({ length: 5 }, () => exchangeOf(null, null)),
    ];
    const seed = 'ccaa6f60f4f5cb31632ac9794b4d285e25b2e6d55deb32a800651d446170f75a';
    const fight = { seed, nonces: NONCES, inputs: recorded };
    const { state } = replayFight({ setup: setup(attacker, defender), ...fight });
    const { rulesVersion, winnerId, exchanges } = state;
    const health = [state.attacker.hp, state.defender.hp];
    const inputsHash = inputsHashOf({ id: 7, rulesVersion, ranked: false, attacker, defender, ...fight });
    expect({ rulesVersion, winnerId, exchanges, health, inputsHash }).toEqual({
      rulesVersion: 1,
      winnerId: 1,
      exchanges: 11,
      health: [1, 0],
      inputsHash: 'a34e2d8896d1e93c35455f3a0001c90ad7c61002bee681b76a4fe56e7d401057',
    });
  });
});
