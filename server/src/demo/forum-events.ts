import { createSeededRandom, type SeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { COUNTING_REMARKS, type DemoThread, THREADS } from './content/threads.ts';
import { type DemoEvent, joinedAt } from './events.ts';
import { repliesBy } from './feed-events.ts';
import type { DemoPlayer } from './roster.ts';

/**
 * Maximum time between an opening post and its replies. It does not apply to the thread in which players count: the
 * replies there are spread over the whole time since it was started.
 */
const REPLY_WINDOW_MS = 60 * HOUR;
const MAX_LIKES = 8;

/** Return the forum's threads, replies, edits and likes. The same cast and `now` always result in the same events. */
export function forumEvents(everybody: readonly DemoPlayer[], now: number): DemoEvent[] {
  return THREADS.flatMap((thread) => {
    const author = everybody.find(({ username }) => username === thread.by);
    return author ? eventsOf(thread, author, everybody, now) : [];
  });
}

function eventsOf(
  thread: DemoThread,
  author: DemoPlayer,
  everybody: readonly DemoPlayer[],
  now: number,
): DemoEvent[] {
  const at = Math.round(Math.max(now - thread.hours * HOUR, joinedAt(author, now) + HOUR));
  const random = createSeededRandom(`forum:${thread.title}`);
  const players = everybody.filter((player) => joinedAt(player, now) < at);
  const replies = thread.countsTo
    ? countingReplies(players, thread.countsTo, random)
    : repliesBy(players, thread.replies ?? []);
  const until = thread.countsTo ? now - HOUR : Math.min(now, at + REPLY_WINDOW_MS);
  const times = replies.map(() => Math.round(at + (0.02 + 0.96 * random.next()) * (until - at)));
  times.sort((one, other) => one - other);
  const last = Math.max(at, ...times) + 1;
  const edits = thread.edited ? [thread.edited] : [];
  return [
    { at, kind: 'startThread', who: author, thread },
    ...replies.map(
      ([who, text], index): DemoEvent => ({ at: times[index]!, kind: 'replyToThread', who, thread, text }),
    ),
    ...edits.map((text): DemoEvent => ({ at: last, kind: 'editThread', who: author, thread, text })),
    ...likes(players, replies.length + 1, random).map(([who, position]): DemoEvent => {
      return {
        at: Math.round(last + random.next() * (now - last)),
        kind: 'likeThreadPost',
        who,
        thread,
        position,
      };
    }),
  ];
}

/** Return replies that count from 2 to `to`, with occasional remarks. No player replies twice in a row. */
function countingReplies(
  players: readonly DemoPlayer[],
  to: number,
  random: SeededRandom,
): [DemoPlayer, string][] {
  const replies: [DemoPlayer, string][] = [];
  for (let number = 2; number <= to; number++) {
    const others = players.filter((player) => player !== replies.at(-1)?.[0]);
    if (others.length === 0) return replies;
    const remark = random.chance(0.3) ? `\n\n${random.pick(COUNTING_REMARKS)}` : '';
    replies.push([random.pick(others), `${number}${remark}`]);
  }
  return replies;
}

/**
 * Return likes for the posts of a thread, each with the player and the position of the post. About half of the likes
 * or more are for the opening post. No player likes a post twice.
 */
function likes(players: readonly DemoPlayer[], posts: number, random: SeededRandom): [DemoPlayer, number][] {
  const drawn = new Map<string, [DemoPlayer, number]>();
  for (let left = players.length === 0 ? 0 : random.int(1, MAX_LIKES); left > 0; left--) {
    const position = random.chance(0.5) ? 1 : random.int(1, posts);
    const who = random.pick(players);
    drawn.set(`${who.username} ${position}`, [who, position]);
  }
  return [...drawn.values()];
}
