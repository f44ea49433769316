import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../seeded-random.ts';
import { matchmakingRating, pairWaiting, rangeAfter, type Waiting } from './pairing.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const player = (
  userId: number,
  rating: number,
  waitedS = 0,
  lastOpponentId: number | null = null,
): Waiting => ({
  ...{ userId, rating, lastOpponentId },
  waitingSince: new Date(NOW.getTime() - waitedS * 1000),
});
const idsOf = (pairs: [Waiting, Waiting][]) => pairs.map(([one, other]) => [one.userId, other.userId]);

describe('the allowed rating difference', () => {
  it('grows with the waiting time, and has no limit after a minute', () => {
    expect([0, 10_000, 45_000, 59_999, 60_000].map(rangeAfter)).toEqual([100, 250, 775, 985, null]);
  });
});

describe('the matchmaking rating', () => {
  it('equals a reliable rating, and differs from a provisional rating by at most 800 points', () => {
    expect(matchmakingRating({ rating: 1700, deviation: 110 }, 0.9)).toBe(1700);
    const provisional = { rating: 1700, deviation: 111 };
    expect([0, 0.5, 1].map((random) => matchmakingRating(provisional, random))).toEqual([900, 1700, 2500]);
  });
});

describe('pairing', () => {
  it('pairs the player who has waited longest with the opponent whose rating is nearest', () => {
    const pairs = pairWaiting(
      [player(1, 1500, 1), player(2, 1560), player(3, 1460, 5), player(4, 1580)],
      NOW,
    );
    expect(idsOf(pairs)).toEqual([
      [3, 1],
      [2, 4],
    ]);
  });

  it('waits until the rating difference is within the ranges of both players', () => {
    expect(pairWaiting([player(1, 1500, 59), player(2, 1650)], NOW)).toEqual([]);
    expect(idsOf(pairWaiting([player(1, 1500, 59), player(2, 1650, 4)], NOW))).toEqual([[1, 2]]);
    expect(idsOf(pairWaiting([player(1, 1500, 60), player(2, 2650, 61)], NOW))).toEqual([[2, 1]]);
  });

  it('never pairs a player with their last opponent', () => {
    expect(pairWaiting([player(1, 1500, 99, 2), player(2, 1500, 99, 1)], NOW)).toEqual([]);
    expect(pairWaiting([player(1, 1500, 99, 2), player(2, 1500, 99, 7)], NOW)).toEqual([]);
    const pairs = pairWaiting([player(1, 1500, 9, 2), player(2, 1500, 9, 1), player(3, 1590, 5)], NOW);
    expect(idsOf(pairs)).toEqual([[1, 3]]);
  });

  it('never pairs two players that `canPair` rejects', () => {
    const canPair = (one: number, other: number) => one + other !== 3;
    expect(pairWaiting([player(1, 1500, 99), player(2, 1500, 99)], NOW, canPair)).toEqual([]);
    expect(
      idsOf(pairWaiting([player(1, 1500, 99), player(2, 1500, 98), player(3, 1900, 97)], NOW, canPair)),
    ).toEqual([[1, 3]]);
  });

  it('pairs nearly all of 2,000 waiting players', () => {
    const { next: random, int } = createSeededRandom('pool');
    const players = Array.from({ length: 2000 }, (_, index) =>
      player(index + 1, 1500 + 200 * (random() + random() - 1), int(0, 29)),
    );
    const pairs = pairWaiting(players, NOW);
    const ids = idsOf(pairs).flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(1980);
    for (const [one, other] of pairs) expect(Math.abs(one.rating - other.rating)).toBeLessThanOrEqual(535);
  });
});
