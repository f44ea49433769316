import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import type { Temperament } from './cast/member.ts';
import type { DemoPlayer } from './roster.ts';
import { createSeededRandom } from './seeded-random.ts';

/** What happens in the demo world, in the order of its times (ms since 1970). */
export type TimelineEvent =
  | { at: number; kind: 'join'; who: DemoPlayer }
  | { at: number; kind: 'grow'; who: DemoPlayer; level: number }
  | { at: number; kind: 'fight'; who: DemoPlayer; against: DemoPlayer };

/** Days between two fights that somebody begins, on average. */
const DAYS_BETWEEN: Record<Temperament, number> = { gentle: 18, steady: 10, eager: 6, restless: 3.5 };
/** After a fight one rests until health and energy are back. */
const REST = 80 * MINUTE;
/** The last levels come near the end of this share of somebody's time here; what follows are fights alone. */
const GROWTH_SHARE = 0.8;
/** Levels take longer and longer. */
const GROWTH_CURVE = 0.75;
/** Opponents are drawn from so many of those nearest in level. */
const NEAREST_OPPONENTS = 9;

/**
 * The sixty days before `now`, from a fixed cast: who joins, who reaches which level and who challenges whom, always
 * the same for the same `now`. How the fights end is the server's own chance.
 */
export function timeline(everybody: readonly DemoPlayer[], now: number): TimelineEvent[] {
  const fighters = everybody.filter((player) => !player.username.startsWith('demo_'));
  const happenings = everybody.flatMap((player) => [
    { at: joinedAt(player, now), kind: 'join' as const, who: player },
    ...growth(player, now),
  ]);
  const fights = fighters.flatMap((player) => fightsOf(player, fighters, now));
  return [...happenings, ...fights, ...visitorFights(everybody, now)].sort((one, other) => one.at - other.at);
}

/** When somebody of the cast came (ms since 1970). */
export function joinedAt(player: DemoPlayer, now: number): number {
  return now - player.joined * DAY + createSeededRandom(`join:${player.username}`).int(1, 600) * MINUTE;
}

/** When somebody reaches a level, from 2 on. */
function reachedAt(player: DemoPlayer, level: number, now: number): number {
  const joined = joinedAt(player, now);
  const share = ((level - 1) / (player.level - 1)) ** (1 / GROWTH_CURVE);
  return Math.round(joined + (now - joined) * GROWTH_SHARE * share);
}

function growth(player: DemoPlayer, now: number): TimelineEvent[] {
  return Array.from({ length: player.level - 1 }, (_, index) => ({
    at: reachedAt(player, index + 2, now),
    kind: 'grow' as const,
    who: player,
    level: index + 2,
  }));
}

function levelAt(player: DemoPlayer, at: number, now: number): number {
  let level = 1;
  while (level < player.level && reachedAt(player, level + 1, now) <= at) level++;
  return level;
}

function fightsOf(player: DemoPlayer, fighters: readonly DemoPlayer[], now: number): TimelineEvent[] {
  const lot = createSeededRandom(`fights:${player.username}`);
  const gap = DAYS_BETWEEN[player.temperament] * DAY;
  const fights: TimelineEvent[] = [];
  let at = joinedAt(player, now) + lot.between(0.1, 0.6) * HOUR;
  while (at < now - HOUR) {
    const against = opponentFor(player, fighters, at, now, lot.next());
    if (against) fights.push({ at: Math.round(at), kind: 'fight', who: player, against });
    // Times between things that happen by chance fall off exponentially.
    at += REST + -Math.log(1 - lot.next()) * gap;
  }
  return fights;
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

/** What the visitor's own player has been through: few enough fights to stay at level 3, whatever their end. */
function visitorFights(everybody: readonly DemoPlayer[], now: number): TimelineEvent[] {
  const named = (username: string) => everybody.find((player) => player.username === username);
  const guest = named('demo_player');
  const fights = [
    { days: 7.1, who: guest, against: named('acornathan') },
    { days: 5.3, who: named('bark_less_bite'), against: guest },
    { days: 2.2, who: guest, against: named('moonmilk') },
  ];
  return fights.flatMap(({ days, who, against }) =>
    who && against ? [{ at: now - days * DAY, kind: 'fight' as const, who, against }] : [],
  );
}
