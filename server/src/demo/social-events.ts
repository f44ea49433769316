import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { COMMENTS, DIALOGUES, type Dialogue } from './content/dialogues.ts';
import {
  COMMENTING_FRIENDS,
  FRIENDS,
  INCOMING_REQUESTS,
  OUTGOING_REQUESTS,
  VISITOR,
} from './content/visitor.ts';
import { type DemoEvent, joinedAt } from './events.ts';
import type { DemoPlayer } from './roster.ts';

/** Probabilities that two players are friends: within a clan, and across clans. */
const CLAN_FRIENDS = 0.35;
const OTHER_FRIENDS = 0.03;
const MAX_COMMENTS = 4;

/**
 * Return friendships, friend requests, comments on profiles, and messages to and from the visitor's player. The same
 * cast and `now` always result in the same events.
 */
export function socialEvents(everybody: readonly DemoPlayer[], now: number): DemoEvent[] {
  const cast = everybody.filter(({ username }) => username !== VISITOR);
  const visitor = everybody.find(({ username }) => username === VISITOR);
  return [
    ...friendships(cast, now),
    ...cast.flatMap((player) => commentsOn(player, cast, now)),
    ...(visitor ? visitorEvents(visitor, cast, now) : []),
  ];
}

function visitorEvents(visitor: DemoPlayer, cast: readonly DemoPlayer[], now: number): DemoEvent[] {
  const find = (name: string) => cast.filter(({ username }) => username === name);
  const hoursAgo = (hours: number) => now - hours * HOUR;
  return [
    ...FRIENDS.flatMap(find).map((who) => friendship(who, visitor, now)),
    ...INCOMING_REQUESTS.flatMap(({ username, hours }) =>
      find(username).map((who): DemoEvent => ({ at: hoursAgo(hours), kind: 'ask', who, other: visitor })),
    ),
    ...OUTGOING_REQUESTS.flatMap(({ username, hours }) =>
      find(username).map((other): DemoEvent => ({ at: hoursAgo(hours), kind: 'ask', who: visitor, other })),
    ),
    ...COMMENTING_FRIENDS.flatMap(find).map((who) => commentOf(who, visitor, now, 0)),
    ...DIALOGUES.flatMap((dialogue) =>
      find(dialogue.with).flatMap((other) => messagesOf(dialogue, other, visitor, now)),
    ),
  ];
}

/** Return a pseudorandom time after both players joined. The same arguments always result in the same time. */
function after(now: number, one: DemoPlayer, other: DemoPlayer, what: string): number {
  const from = Math.max(joinedAt(one, now), joinedAt(other, now)) + HOUR;
  const random = createSeededRandom(`${what}:${one.username}:${other.username}`);
  return Math.round(from + random.between(0, 0.97) * (now - from));
}

function friendships(cast: readonly DemoPlayer[], now: number): DemoEvent[] {
  return cast.flatMap((who, index) =>
    cast.slice(index + 1).flatMap((other): DemoEvent[] => {
      const random = createSeededRandom(`friends:${who.username}:${other.username}`);
      const areFriends = random.chance(who.clan === other.clan ? CLAN_FRIENDS : OTHER_FRIENDS);
      return areFriends ? [friendship(who, other, now)] : [];
    }),
  );
}

const friendship = (who: DemoPlayer, other: DemoPlayer, now: number): DemoEvent => ({
  at: after(now, who, other, 'friend'),
  kind: 'befriend',
  who,
  other,
});

function commentsOn(other: DemoPlayer, cast: readonly DemoPlayer[], now: number): DemoEvent[] {
  const random = createSeededRandom(`comments:${other.username}`);
  return Array.from({ length: random.int(0, MAX_COMMENTS) }, (_, index) => {
    const who = random.pick(cast.filter((player) => player !== other));
    return commentOf(who, other, now, index);
  });
}

function commentOf(who: DemoPlayer, other: DemoPlayer, now: number, index: number): DemoEvent {
  const random = createSeededRandom(`comment:${who.username}:${other.username}:${index}`);
  const text = random.pick(COMMENTS).replace('{name}', other.firstName);
  return { at: after(now, who, other, `comment ${index}`), kind: 'comment', who, other, text };
}

function messagesOf(
  { from, to, unread, lines }: Dialogue,
  them: DemoPlayer,
  visitor: DemoPlayer,
  now: number,
): DemoEvent[] {
  const lastOwn = lines.findLastIndex(([by]) => by === 'me');
  return lines.map(([by, text], index) => ({
    at: Math.round(now - (from + ((to - from) * index) / (lines.length - 1)) * HOUR),
    kind: 'message',
    who: by === 'me' ? visitor : them,
    other: by === 'me' ? them : visitor,
    text,
    read: !(unread && index > lastOwn),
  }));
}
