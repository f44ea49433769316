import { HOUR } from '@rivalhold/shared/time-units.ts';
import { COMMENTS, DIALOGUES } from './dialogues.ts';
import type { DemoPlayer } from './roster.ts';
import { createSeededRandom } from './seeded-random.ts';
import { joinedAt } from './timeline.ts';

/** What people of the demo world do with each other besides fighting (times in ms since 1970). */
export type SocialEvent =
  | { at: number; kind: 'befriend' | 'ask'; who: DemoPlayer; other: DemoPlayer }
  | { at: number; kind: 'comment'; who: DemoPlayer; other: DemoPlayer; text: string }
  | { at: number; kind: 'message'; who: DemoPlayer; other: DemoPlayer; text: string; read: boolean };

const VISITOR = 'demo_player';
/** Friends of the visitor's player, who asks them, and whom they have asked. */
const FRIENDS = ['kettlewick', 'moonmilk', 'acornathan', 'WillowWren', 'Squall', 'demo_mod', 'tumbleweed'];
const INCOMING_REQUESTS = ['Torvik99', 'umbra.lily'];
const OUTGOING_REQUESTS = ['goldiehorns'];
/** How likely two of the same clan are friends, and two of different clans. */
const CLAN_FRIENDS = 0.35;
const OTHER_FRIENDS = 0.03;
const COMMENTS_EACH = 4;

/** Who becomes whose friend, what they write on each other's profiles and to the visitor: the same for the same `now`. */
export function socialEvents(everybody: readonly DemoPlayer[], now: number): SocialEvent[] {
  const named = (username: string) => everybody.find((player) => player.username === username);
  const visitor = named(VISITOR);
  const cast = everybody.filter((player) => player !== visitor);
  const withVisitor = (names: readonly string[], act: (other: DemoPlayer, me: DemoPlayer) => SocialEvent[]) =>
    names.flatMap((name) => {
      const other = named(name);
      return visitor && other ? act(other, visitor) : [];
    });
  return [
    ...friendshipEvents(cast, now),
    ...cast.flatMap((player) => commentEvents(player, cast, now)),
    ...withVisitor(FRIENDS, (other, me) => [
      { at: after(now, other, me, 'friend'), kind: 'befriend', who: other, other: me },
    ]),
    ...withVisitor(INCOMING_REQUESTS, (other, me) => [
      {
        at: now - (5 + 7 * INCOMING_REQUESTS.indexOf(other.username)) * HOUR,
        kind: 'ask',
        who: other,
        other: me,
      },
    ]),
    ...withVisitor(OUTGOING_REQUESTS, (other, me) => [{ at: now - 30 * HOUR, kind: 'ask', who: me, other }]),
    ...withVisitor(FRIENDS.slice(0, 4), (other, me) => [commentOf(other, me, now, 0)]),
    ...withVisitor(
      DIALOGUES.map((dialogue) => dialogue.with),
      (other, me) => dialogueEvents(other, me, now),
    ),
  ];
}

/** A time when both are here, always the same for the same two. */
function after(now: number, one: DemoPlayer, other: DemoPlayer, what: string): number {
  const from = Math.max(joinedAt(one, now), joinedAt(other, now)) + HOUR;
  return Math.round(
    from + createSeededRandom(`${what}:${one.username}:${other.username}`).between(0, 0.97) * (now - from),
  );
}

function friendshipEvents(cast: readonly DemoPlayer[], now: number): SocialEvent[] {
  return cast.flatMap((who, index) =>
    cast.slice(index + 1).flatMap((other): SocialEvent[] => {
      const lot = createSeededRandom(`friends:${who.username}:${other.username}`);
      if (!lot.chance(who.clan === other.clan ? CLAN_FRIENDS : OTHER_FRIENDS)) return [];
      return [{ at: after(now, who, other, 'friend'), kind: 'befriend', who, other }];
    }),
  );
}

function commentEvents(other: DemoPlayer, cast: readonly DemoPlayer[], now: number): SocialEvent[] {
  const lot = createSeededRandom(`comments:${other.username}`);
  return Array.from({ length: lot.int(0, COMMENTS_EACH) }, (_, index) => {
    const who = lot.pick(cast.filter((one) => one !== other));
    return commentOf(who, other, now, index);
  });
}

function commentOf(who: DemoPlayer, other: DemoPlayer, now: number, index: number): SocialEvent {
  const lot = createSeededRandom(`comment:${who.username}:${other.username}:${index}`);
  const text = lot.pick(COMMENTS).replace('{name}', other.firstName);
  return { at: after(now, who, other, `comment ${index}`), kind: 'comment', who, other, text };
}

function dialogueEvents(them: DemoPlayer, me: DemoPlayer, now: number): SocialEvent[] {
  const dialogue = DIALOGUES.find((one) => one.with === them.username);
  if (!dialogue) return [];
  const { from, to, unread, lines } = dialogue;
  const lastOfMine = lines.findLastIndex(([by]) => by === 'me');
  return lines.map(([by, text], index) => ({
    at: Math.round(now - (from + ((to - from) * index) / (lines.length - 1)) * HOUR),
    kind: 'message',
    who: by === 'me' ? me : them,
    other: by === 'me' ? them : me,
    text,
    read: !(unread && index > lastOfMine),
  }));
}
