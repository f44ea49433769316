import {
  bayesianEstimate,
  enginePopulation,
  normalPopulation,
  type Population,
  type RatedSeason,
  rankCorrelation,
  seasonRandom,
  simulateRatedSeason,
} from '../shared/src/ratings/simulation.ts';
import type { SeededRandom } from '../shared/src/seeded-random.ts';
import { type Measurement, missedAims, table, unlessQuick } from './report.ts';

const PLAYERS = unlessQuick(2000, 200);
const FIGHTS_EACH = 50;
const DAYS = 91;
const SEASONS = unlessQuick(5, 1);
const POLICY_FIGHTS = unlessQuick(10_000, 50);
const GRID = unlessQuick(25, 8);

/**
 * The results of the seasons with one kind of population. `shares` contains the ratio of each season's correlation to
 * the correlation of a Bayesian estimate.
 */
type Results = { name: string; shares: number[]; seasons: RatedSeason[] };

function simulateSeasons(name: string, populationOf: (random: SeededRandom) => Population): Results {
  const results: Results = { name, shares: [], seasons: [] };
  for (let seed = 1; seed <= SEASONS; seed++) {
    const random = seasonRandom(seed);
    const population = populationOf(random);
    const season = simulateRatedSeason(population, { fightsEach: FIGHTS_EACH, days: DAYS }, random);
    const best = rankCorrelation(bayesianEstimate(population, season.results), population.strengths);
    results.shares.push(season.correlation / best);
    results.seasons.push(season);
  }
  return results;
}

/** Simulate seasons of ranked fights, and compare the ratings with the players' strengths. */
export const ratings: Measurement = async () => {
  const normal = simulateSeasons('standard deviation of 150 Elo points', (random) =>
    normalPopulation(PLAYERS, 150, random),
  );
  const engine = simulateSeasons('mixtures of the policies of the game', (random) =>
    enginePopulation(PLAYERS, { fights: POLICY_FIGHTS, grid: GRID }, random),
  );
  const rows = [normal, engine].map(({ name, shares, seasons }) => ({
    name,
    correlation: Math.min(...seasons.map(({ correlation }) => correlation)),
    share: Math.min(...shares),
    calibration: Math.max(...seasons.map(({ calibrationError }) => calibrationError)),
    drift: Math.max(...seasons.map(({ drift }) => Math.abs(drift))),
  }));
  const missed = rows.flatMap(({ name, correlation, share, calibration, drift }) => [
    ...(name === normal.name && correlation < 0.9 ? [`${name}: rank correlation`] : []),
    ...(name === normal.name && calibration > 2 ? [`${name}: calibration`] : []),
    ...(name === normal.name && drift >= 5 ? [`${name}: drift`] : []),
    ...(share < 0.95 ? [`${name}: share of the Bayesian estimate`] : []),
  ]);
  return [
    `Simulated seasons of ${FIGHTS_EACH} ranked fights for each of ${PLAYERS.toLocaleString('en')} players in ${DAYS} days,`,
    `worst of ${SEASONS}:`,
    '',
    ...table(
      [
        'strengths',
        'rank correlation',
        'of a Bayesian estimate',
        'calibration error, points',
        'drift, points',
      ],
      rows.map((row) => [row.name, row.correlation, row.share, row.calibration, row.drift]),
    ),
    ...missedAims(missed),
  ];
};
