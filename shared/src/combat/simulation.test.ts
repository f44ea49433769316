import { describe, expect, it } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import type { Fighter } from '../contract/combat.ts';
import { ODDS } from './odds.ts';
import {
  alternating,
  attackerLeads,
  defenderLeads,
  duel,
  fastRandom,
  mix,
  plainFighter,
  setupOf,
  stayAlive,
} from './simulate-fight.ts';
import { simulateSeason } from './simulate-season.ts';

/** Fights per pair; the short form takes a few seconds. */
const FIGHTS = LONG ? 20_000 : 2_500;
const LEVELS = Array.from({ length: 50 }, (_, index) => index + 1);
/** Four standard deviations of a rate near one half: by chance, one level in about 16,000 exceeds it. */
const NOISE = 4 * Math.sqrt(0.25 / FIGHTS);

function tally(one: Fighter, two: Fighter, seed: number): { begun: number; usual: number } {
  let begun = 0;
  let usual = 0;
  for (let index = 0; index < FIGHTS; index++) {
    const { winnerId, exchanges } = duel(setupOf(one, two, index + 1), fastRandom(mix(seed) + index));
    if (winnerId === 1) begun++;
    if (exchanges >= 4 && exchanges <= 12) usual++;
  }
  return { begun: begun / FIGHTS, usual: usual / FIGHTS };
}

/**
 * Return the win rate of the fighter who is `ahead` levels higher and attacks first in half of the fights.
 */
function shareOfStronger(level: number, ahead: number): number {
  const [weaker, stronger] = [plainFighter(1, level), plainFighter(2, level + ahead)];
  const { begun } = tally({ ...stronger, id: 1 }, { ...weaker, id: 2 }, level * 100 + ahead);
  const whenDefending = 1 - tally(weaker, stronger, level * 100 + ahead + 50).begun;
  return (begun + whenDefending) / 2;
}

const every = (step: number) => LEVELS.filter((level) => level % step === 1);
const mean = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;

describe('the balance of the rules', () => {
  it('is fair to equals at every level, and nine in ten of their fights take 4 to 12 exchanges', () => {
    const tallies = LEVELS.map((level) => tally(plainFighter(1, level), plainFighter(2, level), level));
    for (const { begun, usual } of tallies) {
      expect(Math.abs(begun - 0.5)).toBeLessThan(0.015 + NOISE);
      expect(usual).toBeGreaterThan(0.9);
    }
    expect(Math.abs(mean(tallies.map(({ begun }) => begun)) - 0.5)).toBeLessThan(0.01);
  });

  it('makes two levels noticeable and five decisive', () => {
    // Base gear improves every five levels: steps of two and six levels cover each improvement.
    const two = every(2).map((level) => shareOfStronger(level, 2));
    expect(Math.min(...two)).toBeGreaterThan(ODDS.twoAbove.min / 100);
    expect(Math.max(...two)).toBeLessThan(ODDS.twoAbove.max / 100);
    const five = every(6).map((level) => shareOfStronger(level, 5));
    expect(Math.min(...five)).toBeGreaterThan(ODDS.fiveAbove / 100);
  });

  it('ends every fight within 20 exchanges, even between purely defensive players', () => {
    const stayAliveStrategies = { attacker: stayAlive, defender: stayAlive };
    for (const level of LEVELS) {
      for (const initiative of [attackerLeads, defenderLeads, alternating]) {
        for (const armor of [0, 14]) {
          const [one, two] = [1, 2].map((id) => ({ ...plainFighter(id, level), armor })) as [
            Fighter,
            Fighter,
          ];
          for (let index = 0; index < 40; index++) {
            const chance = fastRandom(mix(level) + index);
            expect(
              duel(setupOf(one, two), chance, stayAliveStrategies, initiative).exchanges,
            ).toBeLessThanOrEqual(20);
          }
        }
      }
    }
  });

  it('takes an evening for the first five levels and a year for level 50', () => {
    const firsts = Array.from({ length: 300 }, (_, seed) => simulateSeason(1, seed)[0]!.level);
    expect(mean(firsts)).toBeGreaterThan(4.5);
    expect(mean(firsts)).toBeLessThan(6.5);
    const year = simulateSeason(365, 1);
    expect(year.at(-1)!.level).toBeGreaterThanOrEqual(48);
    expect(year[300]!.level).toBeLessThan(50);
  });
});
