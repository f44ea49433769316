import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import type { Temperament } from './content/cast/member.ts';
import { FIGHTS, VISITOR } from './content/visitor.ts';
import { type DemoEvent, joinedAt } from './events.ts';
import type { DemoPlayer } from './roster.ts';

/** Average number of days between two fights that the same player starts. */
const DAYS_BETWEEN: Record<Temperament, number> = { gentle: 18, steady: 8, eager: 5, restless: 3 };
/** Maximum streak for each temperament, and the streak of the visitor's player, in days. */
const MAX_STREAK: Record<Temperament, number> = { gentle: 1, steady: 4, eager: 12, restless: 32 };
const VISITOR_STREAK = 4;
/** Pause after a fight. The player's health and energy are restored in this time. */
const REST = 80 * MINUTE;
/**
 * A player reaches `DemoPlayer.level` after this share of the time since joining. From then on, only experience that
 * the player earns can raise the level.
 */
const GROWTH_SHARE = 0.8;
/**
 * Exponent of the curve that gives a player's level at a given time. It is below 1, so later levels take longer.
 */
const GROWTH_CURVE = 0.75;
/** Ranked fights: the number of players, the number of rounds, and the hours between two rounds. */
const RANKED = { players: 10, rounds: 37, hours: 20 };
/** An opponent is picked at random from this number of players with the nearest levels. */
const NEAREST_OPPONENTS = 9;

/**
 * Return, in no particular order, the sign-ups, level-ups, visits, fights and goals of the sixty days before `now`. The
 * same cast and `now` always result in the same events. The results of the fights depend on the fight seeds.
 */
export function timeline(everybody: readonly DemoPlayer[], now: number): DemoEvent[] {
  const fighters = everybody.filter((player) => !player.username.startsWith('demo_'));
  const growth = everybody.flatMap((player): DemoEvent[] => [
    { at: joinedAt(player, now), kind: 'join', who: player },
    ...levelUps(player, now),
    ...visits(player, now),
  ]);
  const fights = fighters.flatMap((player) => fightsOf(player, fighters, now));
  const goals = everybody.flatMap((player) => completedGoals(player, now));
  return [...growth, ...fights, ...rankedFights(fighters, now), ...goals, ...visitorFights(everybody, now)];
}

/** Return the ranked fights of the players who joined first. The opponents change from round to round. */
function rankedFights(fighters: readonly DemoPlayer[], now: number): DemoEvent[] {
  const players = fighters
    .toSorted((one, other) => joinedAt(one, now) - joinedAt(other, now))
    .slice(0, RANKED.players);
  // Leave ranked fights out of a small world, because the same players would meet too often for their fights to be
  // rated.
  if (players.length < RANKED.players) return [];
  return Array.from({ length: RANKED.rounds }, (_, round) => {
    const at = now - (RANKED.rounds - round) * RANKED.hours * HOUR;
    const [first, ...rest] = players.filter((player) => joinedAt(player, now) < at);
    if (!first) return [];
    // In each round, rotate all players except the first by one position, so that each player meets every other player.
    const moved = rest.map((_, index) => rest[(index + round) % rest.length]!);
    const circle = [first, ...moved];
    return Array.from({ length: Math.floor(circle.length / 2) }, (_, pair): DemoEvent => {
      const [who, against] = [circle[pair]!, circle[circle.length - 1 - pair]!];
      return { at: Math.round(at + pair * 5 * MINUTE), kind: 'rankedFight', who, against };
    });
  }).flat();
}

/** Return the time at which a player reaches a level, which is at least 2. */
function reachedAt(player: DemoPlayer, level: number, now: number): number {
  const joined = joinedAt(player, now);
  const share = ((level - 1) / (player.level - 1)) ** (1 / GROWTH_CURVE);
  return Math.round(joined + (now - joined) * GROWTH_SHARE * share);
}

function levelUps(player: DemoPlayer, now: number): DemoEvent[] {
  return Array.from({ length: player.level - 1 }, (_, index) => {
    const level = index + 2;
    return { at: reachedAt(player, level, now), kind: 'levelUp', who: player, level };
  });
}

/** Return one visit per day since a player joined. */
const visits = (who: DemoPlayer, now: number): DemoEvent[] =>
  Array.from({ length: who.joined - 1 }, (_, day) => ({ at: now - day * DAY - HOUR, kind: 'visit', who }));

function levelAt(player: DemoPlayer, at: number, now: number): number {
  let level = 1;
  while (level < player.level && reachedAt(player, level + 1, now) <= at) level++;
  return level;
}

function fightsOf(player: DemoPlayer, fighters: readonly DemoPlayer[], now: number): DemoEvent[] {
  const random = createSeededRandom(`fights:${player.username}`);
  const gap = DAYS_BETWEEN[player.temperament] * DAY;
  const fights: DemoEvent[] = [];
  let at = joinedAt(player, now) + random.between(0.1, 0.6) * HOUR;
  while (at < now - HOUR) {
    const against = opponentFor(player, fighters, at, now, random.next());
    if (against) fights.push({ at: Math.round(at), kind: 'fight', who: player, against });
    // Times between independent events have an exponential distribution.
    at += REST + -Math.log(1 - random.next()) * gap;
  }
  return fights;
}

/**
 * Return the goals that a player has completed in the current streak, one per day, or an empty list without a streak.
 * The visitor's player has not claimed the reward of the last goal yet.
 */
function completedGoals(player: DemoPlayer, now: number): DemoEvent[] {
  const random = createSeededRandom(`streak:${player.username}`);
  const isVisitor = player.username === VISITOR;
  const days = isVisitor ? VISITOR_STREAK : random.int(0, MAX_STREAK[player.temperament]);
  const hour = random.between(0.5, 3) * HOUR;
  return Array.from({ length: days }, (_, day): DemoEvent => {
    const at = Math.round(now - hour - day * DAY);
    return { at, kind: 'completeGoal', who: player, claim: !isVisitor || day > 0 };
  }).filter(({ at }) => at > joinedAt(player, now) + DAY);
}

function opponentFor(
  player: DemoPlayer,
  fighters: readonly DemoPlayer[],
  at: number,
  now: number,
  draw: number,
): DemoPlayer | undefined {
  const own = levelAt(player, at, now);
  const near = fighters
    .filter((other) => other !== player && joinedAt(other, now) < at)
    .map((other) => ({ other, apart: Math.abs(levelAt(other, at, now) - own) }))
    .sort((one, another) => one.apart - another.apart)
    .slice(0, NEAREST_OPPONENTS);
  return near[Math.floor(draw * near.length)]?.other;
}

function visitorFights(everybody: readonly DemoPlayer[], now: number): DemoEvent[] {
  const named = (name: string) => everybody.find(({ username }) => username === name);
  return FIGHTS.flatMap((fight): DemoEvent[] => {
    const [who, against] = [named(fight.who), named(fight.against)];
    return who && against ? [{ at: now - fight.days * DAY, kind: 'fight', who, against }] : [];
  });
}
