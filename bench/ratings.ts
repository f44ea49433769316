import {
  bayesianEstimate,
  enginePopulation,
  normalPopulation,
  type Population,
  rankCorrelation,
  seasonRandom,
  simulateRatedSeason,
} from '../shared/src/ratings/simulation.ts';
import { type Measurement, missedAims, table, unlessQuick } from './report.ts';

const PLAYERS = unlessQuick(2000, 200);
const FIGHTS_EACH = 50;
const DAYS = 91;
const SEASONS = unlessQuick(5, 1);
const POLICY_FIGHTS = unlessQuick(10_000, 50);
const GRID = unlessQuick(25, 8);

/**
 * Simulate seasons of ranked fights, and print how well the ratings match the strengths of the players. This
 * measurement writes no section to docs/measurements.md.
 */
export const ratings: Measurement = async () => {
  const missed: string[] = [];
  const rows: (string | number)[][] = [];
  const measure = (
    name: string,
    seed: number,
    make: (random: ReturnType<typeof seasonRandom>) => Population,
  ) => {
    const random = seasonRandom(seed);
    const population = make(random);
    const season = simulateRatedSeason(population, { fightsEach: FIGHTS_EACH, days: DAYS }, random);
    const best = rankCorrelation(bayesianEstimate(population, season.results), population.strengths);
    const { correlation, calibrationError, drift, deviation } = season;
    rows.push([
      name,
      population.deviation,
      correlation,
      correlation / best,
      calibrationError,
      drift,
      deviation,
    ]);
    return { ...season, ratio: correlation / best };
  };
  for (let seed = 1; seed <= SEASONS; seed++) {
    const drawn = measure('drawn', seed, (random) => normalPopulation(PLAYERS, 150, random));
    if (drawn.correlation < 0.9) missed.push('drawn strengths: rank correlation');
    if (drawn.calibrationError > 2) missed.push('drawn strengths: calibration');
    if (Math.abs(drawn.drift) >= 5) missed.push('drawn strengths: drift');
    const played = measure('policies', seed, (random) =>
      enginePopulation(PLAYERS, { fights: POLICY_FIGHTS, grid: GRID }, random),
    );
    if (played.ratio < 0.95) missed.push('policies: share of the Bayesian estimate');
  }
  const head = ['strengths', 'deviation', 'correlation', 'of Bayesian', 'calibration', 'drift', 'mean RD'];
  console.log(['', ...table(head, rows), ...missedAims(missed)].join('\n'));
  return [];
};
