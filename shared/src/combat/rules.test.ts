import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FightInput } from '../contract/combat.ts';
import { ITEMS } from '../items/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { hmacRandom } from './random.ts';
import {
  applyInput,
  beginFight,
  type FightSetup,
  type FightState,
  RuleViolation,
  replayFight,
} from './rules.ts';
import { plainFighter, setupOf } from './simulate-fight.ts';

const player = fc.constantFrom(1, 2);
const input: fc.Arbitrary<FightInput> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('attack' as const), by: player }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('heal' as const), by: player }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('item' as const),
      by: player,
      target: player,
      itemId: fc.integer({ min: 1, max: ITEMS.length + 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      by: player,
      health: fc.integer({ min: -5, max: 400 }),
      maxHealth: fc.integer({ min: 1, max: 300 }),
      attack: fc.integer({ min: 0, max: 1_000_000 }),
      defense: fc.integer({ min: 0, max: 1_000_000 }),
      level: fc.integer({ min: 1, max: 70 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('forfeit' as const),
      by: player,
      reason: fc.constantFrom('abandoned' as const, 'ended' as const),
    }),
  },
);
const fight = fc.record({
  setup: fc
    .tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(1, 2),
    )
    .map(
      ([one, two, health, rulesVersion]): FightSetup => ({
        ...setupOf(plainFighter(1, one, health), plainFighter(2, two)),
        rulesVersion,
      }),
    ),
  inputs: fc.array(input, { maxLength: 70 }),
  seed: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')),
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value;
}

function expectSound(state: FightState): void {
  for (const { hp, maxHealth, healsLeft, itemsLeft } of [state.attacker, state.defender]) {
    expect(Number.isInteger(hp) && hp >= 0 && hp <= maxHealth).toBe(true);
    expect(healsLeft).toBeGreaterThanOrEqual(0);
    expect(itemsLeft).toBeGreaterThanOrEqual(0);
  }
  expect(state.exchanges).toBeLessThanOrEqual(20);
  expect(state.log.length).toBeLessThanOrEqual(LIMITS.combatLogLines);
  expect(state.status === 'over').toBe(state.winnerId !== null);
  if (state.status === 'active') expect(Math.min(state.attacker.hp, state.defender.hp)).toBeGreaterThan(0);
  expect(Math.max(state.attacker.hp, state.defender.hp)).toBeGreaterThan(0);
}

describe('a fight', () => {
  it('stays consistent under any input, mutates no arguments, and replays identically', () => {
    fc.assert(
      fc.property(fight, ({ setup, inputs, seed }) => {
        frozen(setup);
        const chance = hmacRandom(seed, setup.fightId, setup.nonce);
        let state = frozen(beginFight(setup));
        const lines = [...state.log];
        const accepted: FightInput[] = [];
        for (const tried of inputs) {
          try {
            const step = applyInput(setup, state, frozen(tried), chance);
            expect(state.status).toBe('active');
            expectSound(step.state);
            state = frozen(step.state);
            lines.push(...step.lines);
            accepted.push(tried);
          } catch (error) {
            if (!(error instanceof RuleViolation)) throw error;
          }
        }
        expect(lines.map((line) => line.seq)).toEqual(lines.map((_, index) => index + 1));
        expect(lines.every((line) => line.text.length > 0 && !/undefined|NaN/.test(line.text))).toBe(true);
        expect(state.log).toEqual(lines.slice(-LIMITS.combatLogLines));
        expect(replayFight(setup, accepted, seed)).toEqual({ state, lines });
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }),
      { numRuns: 400 },
    );
  });

  it('continues from a stored state as from one in memory', () => {
    fc.assert(
      fc.property(fight, ({ setup, seed }) => {
        const chance = hmacRandom(seed, setup.fightId, setup.nonce);
        let living = beginFight(setup);
        let stored = living;
        while (living.status === 'active') {
          living = applyInput(setup, living, { kind: 'attack', by: 2 }, chance).state;
          stored = JSON.parse(
            JSON.stringify(applyInput(setup, stored, { kind: 'attack', by: 2 }, chance).state),
          );
        }
        expect(stored).toEqual(living);
      }),
      { numRuns: 50 },
    );
  });
});
