import type { Fighter, Matchup, OwnStrength } from '@rivalhold/shared/contract/combat.ts';
import { DEFAULT_TEMPERAMENT, TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { startSparring } from '../practice/index.ts';

/** Simulated fights per estimate. Their standard error is 1.6 points. */
export const CHANCE_BOUTS = 1_000;
/** The same strengths always give the same estimate. */
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
 * Return the estimate in percent, in steps of five, because a simulation of styles does not predict players more
 * exactly.
 */
export const roundedChance = (rate: number): number => Math.min(95, Math.max(5, Math.round(rate * 20) * 5));

type Pairing = { own: Fighter; opponent: Fighter };

/** Simulate the pairings one after another in a worker. */
const chancesQuery = (pairings: readonly Pairing[]) =>
  queryOptions({
    queryKey: ['combat', 'chances', pairings],
    queryFn: async () => {
      const sparring = startSparring();
      try {
        const chances: number[] = [];
        for (const { own, opponent } of pairings) {
          const run = { bouts: CHANCE_BOUTS, seed: SEED };
          const wins = own.health > 0 ? (await sparring.ask('odds', { own, opponent, ...run })).wins : 0;
          chances.push(roundedChance(wins / CHANCE_BOUTS));
        }
        return chances;
      } finally {
        sparring.close();
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });

/**
 * Estimate the player's chances to win against opponents, in percent: undefined while the fights are simulated, null if
 * that fails. An opponent whose style the player has not seen is assumed to have the default style.
 */
export function useWinChances(
  own: OwnStrength | undefined,
  matchups: readonly Matchup[],
): readonly number[] | null | undefined {
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
  const { data, isError } = useQuery({ ...chancesQuery(pairings), enabled: pairings.length > 0 });
  return isError ? null : data;
}
