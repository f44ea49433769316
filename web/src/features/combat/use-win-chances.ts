import type { Fighter, Matchup, OwnStrength } from '@rivalhold/shared/contract/combat.ts';
import { DEFAULT_TEMPERAMENT, TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { startSparring } from '../practice/index.ts';

/** Number of simulated fights per estimate. The standard error of an estimate is at most 1.6 percentage points. */
export const CHANCE_BOUTS = 1_000;
/** A fixed seed, so that the same strengths always give the same estimate. */
const SEED = 7;
const [OWN_ID, OPPONENT_ID] = [1, 2];

type Strength = Pick<
  Fighter,
  'level' | 'attack' | 'defense' | 'maxHealth' | 'health' | 'weapon' | 'armor' | 'style'
>;
const toFighter = (id: number, strength: Strength): Fighter => {
  const { level, attack, defense, maxHealth, health, weapon, armor, style } = strength;
  return { id, username: '', level, attack, defense, maxHealth, health, weapon, armor, style };
};

/**
 * Return the estimate in percent, from 5 to 95 in steps of five, because simulated fights do not predict real fights
 * more precisely.
 */
export const roundedChance = (rate: number): number => Math.min(95, Math.max(5, Math.round(rate * 20) * 5));

type Pairing = { own: Fighter; opponent: Fighter };

let last: Promise<unknown> = Promise.resolve();
/** Run simulations one after another, so that they do not compete with the page for the CPU. */
function inTurn<T>(simulate: () => Promise<T>): Promise<T> {
  const turn = last.then(simulate, simulate);
  last = turn;
  return turn;
}

/** Simulate the fights of a pairing in a worker. All components that show the same pairing share the result. */
const chanceQuery = ({ own, opponent }: Pairing) =>
  queryOptions({
    queryKey: ['combat', 'chance', own, opponent],
    queryFn: () =>
      inTurn(async () => {
        if (own.health <= 0) return roundedChance(0);
        const sparring = startSparring();
        try {
          const run = { bouts: CHANCE_BOUTS, seed: SEED };
          const { wins } = await sparring.ask('odds', { own, opponent, ...run });
          return roundedChance(wins / CHANCE_BOUTS);
        } finally {
          sparring.close();
        }
      }),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });

/**
 * Estimate the player's chances (percent) to win against opponents. A chance is undefined while its fights are
 * simulated. Return null if any simulation fails. An opponent whose style the player has not seen is assumed to have
 * the default style.
 */
export function useWinChances(
  own: OwnStrength | undefined,
  matchups: readonly Matchup[],
): readonly (number | undefined)[] | null {
  const pairings = own
    ? matchups.map((matchup) => ({
        own: toFighter(OWN_ID, own),
        opponent: toFighter(OPPONENT_ID, {
          ...matchup,
          health: matchup.maxHealth,
          style: matchup.seenStyle ?? TEMPERAMENTS[DEFAULT_TEMPERAMENT],
        }),
      }))
    : [];
  return useQueries({
    queries: pairings.map(chanceQuery),
    combine: (results) => (results.some(({ isError }) => isError) ? null : results.map(({ data }) => data)),
  });
}
