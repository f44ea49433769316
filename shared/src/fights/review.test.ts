import { expect, it } from 'vitest';
import type { FightInput, Move } from '../contract/combat.ts';
import { commitmentOf, sealedRandom } from './random.ts';
import { chanceToWin, reviewFight } from './review.ts';
import { applyInput, beginFight } from './rules.ts';
import { plainFighter, setupOf } from './simulation/simulate-fight.ts';

const NONCES = { attacker: 'embers', defender: 'ashes' };
const SEED = commitmentOf('00'.repeat(32));
const BY_STYLE = { kind: 'exchange', attacker: null, defender: null } as const;

/** Play a fight to its end. `moves` are the attacker's first moves. */
function playedFight(levels: [number, number], moves: Move[] = []) {
  const setup = setupOf(plainFighter(1, levels[0]), plainFighter(2, levels[1]), 7);
  const chance = sealedRandom(SEED, setup.fightId, NONCES);
  const inputs: FightInput[] = [];
  const states = [beginFight(setup)];
  while (states.at(-1)!.status === 'active') {
    const move = moves[inputs.length];
    const input: FightInput = move ? { ...BY_STYLE, attacker: { move, itemId: null } } : BY_STYLE;
    states.push(applyInput(setup, states.at(-1)!, input, chance).state);
    inputs.push(input);
  }
  return { setup, nonces: NONCES, seed: SEED, inputs, states };
}

it('reviews the exchanges of the engine, and ends with the result', () => {
  const fight = playedFight([3, 3], ['strike', 'guard']);
  const review = reviewFight(fight, 200);
  expect(review.exchanges.map(({ exchange }) => exchange)).toEqual(fight.inputs.map((_, index) => index + 1));
  const final = fight.states.at(-1)!;
  expect(review.exchanges.at(-1)?.after).toBe(final.winnerId === 1 ? 1 : 0);
  // Each estimate is the estimate for the state that the engine reached.
  for (const [index, { before, after }] of review.exchanges.entries()) {
    const run = { bouts: 200, seed: 7 * 200 };
    expect(before).toBe(chanceToWin(fight.setup, fight.states[index]!, run));
    expect(after).toBe(chanceToWin(fight.setup, fight.states[index + 1]!, run));
  }
});

it('splits the whole change into choices and luck', () => {
  const { exchanges, choices, luck } = reviewFight(playedFight([3, 3]), 200);
  for (const one of exchanges) expect(one.choices + one.luck).toBeCloseTo(one.after - one.before, 10);
  const [first, last] = [exchanges[0]!, exchanges.at(-1)!];
  expect(choices + luck).toBeCloseTo(last.after - first.before, 10);
});

it('names the three exchanges with the largest changes, in their order', () => {
  const { exchanges, turningPoints } = reviewFight(playedFight([3, 3]), 200);
  const changes = exchanges.map(({ before, after }) => Math.abs(after - before));
  const smallest = Math.min(...turningPoints.map((exchange) => changes[exchange - 1]!));
  expect(turningPoints).toHaveLength(Math.min(3, exchanges.length));
  expect(turningPoints).toEqual(turningPoints.toSorted((a, b) => a - b));
  expect(changes.filter((change) => change > smallest).length).toBeLessThan(3);
});

it('counts how often each side was read', () => {
  const fight = playedFight([3, 3]);
  const { exchanges, wasRead } = reviewFight(fight, 20);
  const final = fight.states.at(-1)!;
  const reads = exchanges.filter(({ read }) => read !== null).length;
  expect(wasRead.attacker + wasRead.defender).toBe(reads);
  expect(final.exchanges).toBe(exchanges.length);
});

it('is the same each time, near one half between equals, and higher for a stronger attacker', () => {
  const start = ([one, other]: [number, number]) =>
    reviewFight(playedFight([one, other]), 1_000).exchanges[0]!;
  expect(start([3, 3])).toEqual(start([3, 3]));
  expect(Math.abs(start([3, 3]).before - 0.5)).toBeLessThan(0.06);
  expect(start([8, 3]).before).toBeGreaterThan(0.8);
});

it('has no exchanges if the fight ended before the first', () => {
  const { setup, nonces, seed } = playedFight([1, 1]);
  const inputs: FightInput[] = [{ kind: 'forfeit', side: 'defender', reason: 'conceded' }];
  expect(reviewFight({ setup, nonces, seed, inputs }, 10)).toEqual({
    ...{ exchanges: [], turningPoints: [], choices: 0, luck: 0 },
    wasRead: { attacker: 0, defender: 0 },
  });
});
