import type { Choice, Side } from '../contract/combat.ts';
import type { FightSetup, FightState, ReplayInput } from './fight.ts';
import { winsRead } from './moves.ts';
import { fastRandom, type RandomSource, sealedRandom } from './random.ts';
import { applyInput, beginFight } from './rules.ts';

const BY_STYLE = { kind: 'exchange', attacker: null, defender: null } as const;
/** Number of simulated fights per estimate. The standard error of an estimate is at most 2.5 percentage points. */
export const REVIEW_BOUTS = 400;
const TURNING_POINTS = 3;

/** A reviewed exchange. All chances are the attacker's chances to win, from 0 to 1. */
export type ReviewedExchange = {
  exchange: number;
  before: number;
  after: number;
  /** Change of the chance due to the two moves, averaged over the random numbers. */
  choices: number;
  /** The rest of the change: misses, critical hits, and the spread of the damage. */
  luck: number;
  /** The side whose move beat the other side's move. */
  read: Side | null;
};
export type FightReview = {
  exchanges: readonly ReviewedExchange[];
  /** The numbers of the exchanges that changed the chance most, in the order of the fight. */
  turningPoints: readonly number[];
  /** Sums over all exchanges. */
  choices: number;
  luck: number;
  /** Number of exchanges in which the other side's move beat this side's move. */
  wasRead: Record<Side, number>;
};

/** Let both styles finish the fight. Return 1 if the attacker wins, and otherwise 0. */
function playOn(setup: FightSetup, from: FightState, dice: RandomSource): number {
  let state = from;
  while (state.status === 'active') state = applyInput(setup, state, BY_STYLE, dice).state;
  return state.winnerId === setup.attacker.id ? 1 : 0;
}

/**
 * Estimate the attacker's chance to win from a state of a fight, if the styles of both fighters choose all further
 * moves.
 * @param seed the same seed gives the same estimate
 */
export function chanceToWin(
  setup: FightSetup,
  state: FightState,
  { bouts, seed }: { bouts: number; seed: number },
): number {
  if (state.status === 'over') return playOn(setup, state, () => 0);
  let wins = 0;
  for (let bout = 0; bout < bouts; bout++) wins += playOn(setup, state, fastRandom(seed + bout));
  return wins / bouts;
}

/**
 * Estimate the attacker's chance to win after an exchange with given moves, averaged over the random numbers
 * in this and all later exchanges.
 */
function chanceAfterMoves(
  setup: FightSetup,
  state: FightState,
  moves: Record<Side, Choice>,
  { bouts, seed }: { bouts: number; seed: number },
): number {
  let wins = 0;
  for (let bout = 0; bout < bouts; bout++) {
    const dice = fastRandom(seed + bout);
    wins += playOn(setup, applyInput(setup, state, { kind: 'exchange', ...moves }, dice).state, dice);
  }
  return wins / bouts;
}

/**
 * Review a finished fight: estimate the chance to win before and after each exchange, and separate luck from choices.
 * @throws RuleViolation if the rules forbid an input, and RangeError if the version of the rules is unknown
 */
export function reviewFight(
  { setup, nonces, inputs, seed: fightSeed }: ReplayInput,
  bouts = REVIEW_BOUTS,
): FightReview {
  const chance = sealedRandom(fightSeed, setup.fightId, nonces);
  const exchanges: ReviewedExchange[] = [];
  const run = { bouts, seed: setup.fightId * bouts };
  let state = beginFight(setup);
  let current = chanceToWin(setup, state, run);
  for (const input of inputs) {
    const step = applyInput(setup, state, input, chance);
    if (input.kind === 'exchange') {
      const { attacker, defender } = step.lines[0]!;
      const moves = { attacker: attacker!, defender: defender! };
      const choiceOf = ({ move, itemId }: Choice): Choice => ({ move, itemId });
      const chosen = { attacker: choiceOf(moves.attacker), defender: choiceOf(moves.defender) };
      const expected = chanceAfterMoves(setup, state, chosen, run);
      const after = chanceToWin(setup, step.state, run);
      const [own, other] = [moves.attacker.move, moves.defender.move];
      exchanges.push({
        exchange: step.state.exchanges,
        before: current,
        after,
        choices: expected - current,
        luck: after - expected,
        read: winsRead(own, other) ? 'attacker' : winsRead(other, own) ? 'defender' : null,
      });
      current = after;
    } else if (input.kind === 'sync') current = chanceToWin(setup, step.state, run);
    state = step.state;
  }
  const change = ({ before, after }: ReviewedExchange) => Math.abs(after - before);
  const sum = (part: 'choices' | 'luck') => exchanges.reduce((total, one) => total + one[part], 0);
  const reads = (side: Side) => exchanges.filter(({ read }) => read === side).length;
  return {
    exchanges,
    turningPoints: exchanges
      .toSorted((a, b) => change(b) - change(a))
      .slice(0, TURNING_POINTS)
      .map(({ exchange }) => exchange)
      .sort((a, b) => a - b),
    choices: sum('choices'),
    luck: sum('luck'),
    wasRead: { attacker: reads('defender'), defender: reads('attacker') },
  };
}
