import { expect, it } from 'vitest';
import type { Choice, Fighter, FightInput, Move, Style } from '../contract/combat.ts';
import { ITEMS } from '../items/catalogue.ts';
import { commitmentOf } from './random.ts';
import { reviewFight } from './review.ts';
import { replayFight } from './rules.ts';
import { plainFighter, setupOf } from './simulation/simulate-fight.ts';
import { type StyleMove, styleLine } from './style.ts';

const NONCES = { attacker: 'embers', defender: 'ashes' };
const THROWN = ITEMS.find(({ damageShare }) => damageShare > 0)!.id;
/** Number of simulated fights per estimate. `close` allows a difference of four standard errors of an estimate. */
const BOUTS = 2_000;
const close = (value: number, exact: number) => expect(Math.abs(value - exact)).toBeLessThan(0.045);

/** A style that always chooses the same move. */
const always = (move: StyleMove): Style => [styleLine({ [move]: 100 })];
const fighter = (id: number, move: StyleMove, health?: number): Fighter => ({
  ...plainFighter(id, 3, health),
  style: always(move),
});
const choice = (move: Move): Choice => ({ move, itemId: move === 'item' ? THROWN : null });
const exchange = ([attacker, defender]: readonly [Move, Move]): FightInput => ({
  kind: 'exchange',
  attacker: choice(attacker),
  defender: choice(defender),
});

type Played = ReturnType<typeof replayFight>;

/**
 * Return a finished fight with the given moves and the first seed for which `isWanted` accepts the course of
 * the fight.
 */
function fightWhere(
  [attacker, defender]: [Fighter, Fighter],
  moves: readonly (readonly [Move, Move])[],
  isWanted: (played: Played) => boolean,
) {
  const setup = setupOf(attacker, defender, 7);
  const inputs = moves.map(exchange);
  for (let number = 0; number < 2_000; number++) {
    const seed = commitmentOf(number.toString(16).padStart(64, '0'));
    const fight = { setup, nonces: NONCES, seed, inputs };
    try {
      const played = replayFight(fight);
      if (played.state.status === 'over' && isWanted(played)) return fight;
    } catch {
      // This fight ended before the last move, so try the next seed.
    }
  }
  throw new Error('No seed found');
}

const missesOf = ({ lines }: Played) =>
  lines
    .filter(({ kind }) => kind === 'exchange')
    .map(({ attacker, defender }) => [attacker!.missed, defender!.missed]);

/*
 * Both fighters have 1 health. The attacker always strikes, and the defender always guards. If both hit, the attacker
 * loses, because Guard deals more damage. The attacker wins only by hitting while the defender misses (5 %). If both
 * miss, another exchange follows. The chance to win is 0.05 × 0.95 / (1 − 0.05²) = 1/21.
 */
const UNDERDOG: [Fighter, Fighter] = [fighter(1, 'strike', 1), fighter(2, 'guard', 1)];
const CHANCE = 1 / 21;
/*
 * A Feint that hits wins against Guard immediately (95 %). After a miss, the chance is 1/21 as before. The
 * sum is 0.95 + 0.05 / 21.
 */
const CHANCE_WITH_FEINT = 0.95 + 0.05 * CHANCE;

it('attributes the expected gain of a move to the choice, and the rest to luck', () => {
  const fight = fightWhere(UNDERDOG, [['feint', 'guard']], ({ state }) => state.winnerId === 1);
  const { exchanges, turningPoints, choices, luck, wasRead } = reviewFight(fight, BOUTS);
  expect(exchanges).toHaveLength(1);
  close(exchanges[0]!.before, CHANCE);
  expect(exchanges[0]!.after).toBe(1);
  close(choices, CHANCE_WITH_FEINT - CHANCE);
  close(luck, 1 - CHANCE_WITH_FEINT);
  expect(turningPoints).toEqual([1]);
  expect(wasRead).toEqual({ attacker: 0, defender: 1 });
});

it('counts the miss of a well-chosen move as bad luck', () => {
  const moves = [
    ['feint', 'guard'],
    ['strike', 'guard'],
  ] as const;
  const fight = fightWhere(
    UNDERDOG,
    moves,
    (played) => missesOf(played)[0]![0]! && played.state.winnerId === 2 && !missesOf(played)[1]![0],
  );
  const { exchanges, choices, luck, wasRead } = reviewFight(fight, BOUTS);
  const [missed, lost] = exchanges;
  close(missed!.after, CHANCE);
  close(missed!.choices, CHANCE_WITH_FEINT - CHANCE);
  close(missed!.luck, CHANCE - CHANCE_WITH_FEINT);
  expect(lost!.after).toBe(0);
  // The attacker chose the move that the style would have chosen, so the choice gained nothing.
  close(lost!.choices, 0);
  close(lost!.luck, -CHANCE);
  close(choices, CHANCE_WITH_FEINT - CHANCE);
  close(luck, -CHANCE_WITH_FEINT);
  expect(exchanges.map(({ read }) => read)).toEqual(['attacker', 'defender']);
  expect(wasRead).toEqual({ attacker: 1, defender: 1 });
});

it('the turning points are the exchanges with the largest changes in the chance to win', () => {
  /* Guard against Guard changes nothing. Each side throws an item once, which takes the same share of full health. */
  const moves = [
    ['guard', 'guard'],
    ['item', 'guard'],
    ['guard', 'guard'],
    ['guard', 'item'],
    ['guard', 'guard'],
    ['strike', 'feint'],
    ['strike', 'feint'],
  ] as const;
  const equals: [Fighter, Fighter] = [fighter(1, 'strike'), fighter(2, 'strike')];
  const fight = fightWhere(equals, moves, (played) =>
    missesOf(played)
      .flat()
      .every((missed) => !missed),
  );
  const { exchanges, turningPoints, luck, wasRead } = reviewFight(fight, BOUTS);
  expect(turningPoints).toEqual([2, 4, 6]);
  // The first five exchanges use no random numbers, so luck in these exchanges does not change the chance to win.
  for (const { luck: part } of exchanges.slice(0, 5)) expect(part).toBeCloseTo(0, 10);
  for (const index of [0, 3, 4]) close(exchanges[index]!.after, 0.5);
  expect(exchanges[1]!.after).toBeGreaterThan(0.7);
  expect(exchanges.at(-1)!.after).toBe(1);
  expect(Math.abs(luck)).toBeLessThan(0.2);
  expect(wasRead).toEqual({ attacker: 0, defender: 2 });
});

it('uses a fighter’s restored health to estimate the chance to win', () => {
  const before = fightWhere(UNDERDOG, [['feint', 'guard']], ({ state }) => state.winnerId === 1);
  const { level, maxHealth, attack, defense } = UNDERDOG[0];
  const healthy: FightInput = {
    ...{ kind: 'sync', side: 'attacker', health: maxHealth },
    ...{ level, maxHealth, attack, defense },
  };
  const { exchanges } = reviewFight({ ...before, inputs: [healthy, ...before.inputs] }, BOUTS);
  // An attacker at full health almost certainly wins against a defender with 1 health.
  expect(exchanges[0]!.before).toBeGreaterThan(0.95);
});

it('returns the same estimate each time, and a higher estimate for the fighter with the higher level', () => {
  const startOf = (levels: [number, number]) => {
    const setup = setupOf(plainFighter(1, levels[0]), plainFighter(2, levels[1]), 7);
    const inputs = [{ kind: 'exchange', attacker: null, defender: null }] as const;
    return reviewFight({ setup, nonces: NONCES, seed: commitmentOf('00'.repeat(32)), inputs }, 1_000)
      .exchanges[0]!;
  };
  expect(startOf([3, 3])).toEqual(startOf([3, 3]));
  close(startOf([3, 3]).before, 0.5);
  expect(startOf([8, 3]).before).toBeGreaterThan(0.8);
});

it('returns no exchanges if the fight ended before the first exchange', () => {
  const inputs: FightInput[] = [{ kind: 'forfeit', side: 'defender', reason: 'conceded' }];
  const fight = {
    setup: setupOf(...UNDERDOG, 7),
    nonces: NONCES,
    seed: commitmentOf('00'.repeat(32)),
    inputs,
  };
  expect(reviewFight(fight, 10)).toEqual({
    ...{ exchanges: [], turningPoints: [], choices: 0, luck: 0 },
    wasRead: { attacker: 0, defender: 0 },
  });
});
