import type { LogLine } from '../contract/combat.ts';
import type { FightSetup } from './fight.ts';
import { hashSeed, hmacRandom } from './random.ts';
import { attackerLeads, duel, healWhenHalf, plainFighter, setupOf, strikeOnly } from './simulate-fight.ts';
import { damageSpread, exchangeMultiplier, STRIKE_CONSTANTS } from './strike.ts';

/** Chosen so that the fight is short and contains a hit, a miss, a critical hit and a heal. */
const SEED = 'ae1b7d2ce6cf1db3e5051024cb1ad1e948bdeed8de09b2f5fd453d3e9f04c9a3';

/**
 * A line of the fight and, for a blow, its random draws: whether it hits and, if so, whether it is critical
 * and its damage spread. The product of `factors` is the damage, unless less health is left.
 */
export type ExampleLine = { line: LogLine; draws: readonly number[]; factors: readonly number[] };
export type Example = {
  setup: FightSetup;
  seed: string;
  seedHash: string;
  lines: readonly ExampleLine[];
  /** Name of the winner. */
  winner: string;
};

/** Return the damage factors of a blow between two equal plain fighters, given its draws. */
function strikeFactors(
  line: LogLine,
  draws: readonly number[],
  isAnswer: boolean,
  maxHealth: number,
): number[] {
  if (line.kind !== 'hit') return [];
  const fury = exchangeMultiplier(line.exchange);
  return [
    STRIKE_CONSTANTS.share * maxHealth,
    damageSpread(draws[2]!),
    ...(line.critical ? [STRIKE_CONSTANTS.criticalFactor] : []),
    ...(isAnswer ? [STRIKE_CONSTANTS.answerFactor] : []),
    ...(fury > 1 ? [fury] : []),
  ];
}

/** Simulate a fight between two newcomers from a fixed seed. */
export function exampleFight(): Example {
  const [attacker, defender] = [
    { ...plainFighter(1, 1), username: 'Brannoch' },
    { ...plainFighter(2, 1), username: 'Ysolde' },
  ];
  const setup = { ...setupOf(attacker, defender, 7), nonce: 'embers' };
  const chance = hmacRandom(SEED, setup.fightId, setup.nonce);
  const drawn: number[] = [];
  const lines: ExampleLine[] = [];
  const { winnerId } = duel(
    setup,
    (exchange, draw) => {
      const value = chance(exchange, draw);
      drawn.push(value);
      return value;
    },
    { attacker: healWhenHalf, defender: strikeOnly },
    attackerLeads,
    (received) => {
      for (const line of received) {
        const draws = drawn.splice(0, line.kind === 'hit' ? 3 : line.kind === 'miss' ? 1 : 0);
        const isAnswer = line.by === defender.id;
        lines.push({ line, draws, factors: strikeFactors(line, draws, isAnswer, attacker.maxHealth) });
      }
    },
  );
  const winner = winnerId === attacker.id ? attacker : defender;
  return { setup, seed: SEED, seedHash: hashSeed(SEED), lines, winner: winner.username };
}
