import { createSeededRandom, type SeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { type DemoPost, POSTS, REPLIES } from './content/posts.ts';
import { type DemoEvent, joinedAt } from './events.ts';
import type { DemoPlayer } from './roster.ts';

/** Maximum time between a post and its likes and replies. */
const REPLY_WINDOW_MS = 30 * HOUR;
const MAX_LIKES = 9;
const MAX_REPLIES = 2;

/** Return the feed's posts, likes and replies. The same cast and `now` always result in the same events. */
export function feedEvents(everybody: readonly DemoPlayer[], now: number): DemoEvent[] {
  return POSTS.flatMap((post, index) => {
    const author = everybody.find(({ username }) => username === post.by);
    return author ? eventsOf(post, author, index, everybody, now) : [];
  });
}

function eventsOf(
  post: DemoPost,
  author: DemoPlayer,
  index: number,
  everybody: readonly DemoPlayer[],
  now: number,
): DemoEvent[] {
  // The newest post is less than an hour old, and the oldest is about sixty days old.
  const at = Math.max(now - (0.6 + 1.1 * index ** 1.75) * HOUR, joinedAt(author, now) + HOUR);
  const random = createSeededRandom(`talk:${post.text}`);
  const randomTime = (): number =>
    Math.round(at + (random.next() ** 2 * 0.98 + 0.01) * Math.min(REPLY_WINDOW_MS, now - at));
  const others = everybody.filter((player) => player !== author && joinedAt(player, now) < at);
  const replies = repliesTo(post, others, random);
  // Sort the replies by time, because some refer to earlier replies.
  const times = replies.map(randomTime).sort((one, other) => one - other);
  return [
    { at: Math.round(at), kind: 'post', who: author, post: post.text },
    ...sample(others, random, MAX_LIKES).map(
      (who): DemoEvent => ({ at: randomTime(), kind: 'like', who, post: post.text }),
    ),
    ...replies.map(
      ([who, text], place): DemoEvent => ({
        at: times[place] ?? now,
        kind: 'reply',
        who,
        post: post.text,
        text,
      }),
    ),
  ];
}

/** Return up to `most` different players, chosen at random. */
function sample(players: readonly DemoPlayer[], random: SeededRandom, most: number): DemoPlayer[] {
  const drawn = Array.from({ length: random.int(0, most) }, () => random.next());
  return [...new Set(drawn.map((share) => players[Math.floor(share * players.length)]))].filter(
    (player) => player !== undefined,
  );
}

/**
 * Return the replies that were written for a post. If there are none, return up to `MAX_REPLIES` replies that fit
 * every post.
 */
function repliesTo(
  post: DemoPost,
  others: readonly DemoPlayer[],
  random: SeededRandom,
): [DemoPlayer, string][] {
  if (post.replies) return repliesBy(others, post.replies);
  return sample(others, random, MAX_REPLIES).map((who) => [who, random.pick(REPLIES)]);
}

/** Return the replies whose authors are among the players. */
export const repliesBy = (
  players: readonly DemoPlayer[],
  replies: readonly (readonly [by: string, text: string])[],
): [DemoPlayer, string][] =>
  replies.flatMap(([by, text]) =>
    players.filter(({ username }) => username === by).map((who): [DemoPlayer, string] => [who, text]),
  );
