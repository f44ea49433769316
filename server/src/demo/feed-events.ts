import { HOUR } from '@rivalhold/shared/time-units.ts';
import { type DemoPost, POSTS, REPLIES } from './posts.ts';
import type { DemoPlayer } from './roster.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { joinedAt } from './timeline.ts';

/** What happens in the feed of the demo world (times in ms since 1970); a post goes by its text. */
export type FeedEvent = { at: number; who: DemoPlayer; post: string } & (
  | { kind: 'post' }
  | { kind: 'like' }
  | { kind: 'reply'; text: string }
);

/** Likes and replies come within this time after a post. */
const REPLY_WINDOW_MS = 30 * HOUR;
const MAX_LIKES = 9;
const MAX_REPLIES = 2;

/** Who posts, likes and replies: the same for the same `now`. */
export function feedEvents(everybody: readonly DemoPlayer[], now: number): FeedEvent[] {
  return POSTS.flatMap((post, index): FeedEvent[] => {
    const who = everybody.find(({ username }) => username === post.by);
    if (!who) return [];
    // The latest within the hour, the first some sixty days ago.
    const at = Math.max(now - (0.6 + 1.1 * index ** 1.75) * HOUR, joinedAt(who, now) + HOUR);
    const lot = createSeededRandom(`talk:${post.text}`);
    const when = (): number =>
      Math.round(at + (lot.next() ** 2 * 0.98 + 0.01) * Math.min(REPLY_WINDOW_MS, now - at));
    const here = everybody.filter((one) => one !== who && joinedAt(one, now) < at);
    const said = repliesFor(post, here, lot);
    // What is said to each other keeps its order.
    const times = said.map(when).sort((one, other) => one - other);
    return [
      { at: Math.round(at), kind: 'post', who, post: post.text },
      ...sample(here, lot, MAX_LIKES).map((one) => ({
        at: when(),
        kind: 'like' as const,
        who: one,
        post: post.text,
      })),
      ...said.map(([one, text], place) => ({
        at: times[place] ?? now,
        kind: 'reply' as const,
        who: one,
        post: post.text,
        text,
      })),
    ];
  });
}

/** Players drawn without repeating one: so many at most. */
function sample(players: readonly DemoPlayer[], lot: SeededRandom, most: number): DemoPlayer[] {
  const drawn = Array.from({ length: lot.int(0, most) }, () => lot.next());
  return [...new Set(drawn.map((share) => players[Math.floor(share * players.length)]))].filter(
    (one) => one !== undefined,
  );
}

/** What is written for the post, else something that fits every post. */
function repliesFor(post: DemoPost, here: readonly DemoPlayer[], lot: SeededRandom): [DemoPlayer, string][] {
  if (!post.replies) return sample(here, lot, MAX_REPLIES).map((one) => [one, lot.pick(REPLIES)]);
  return repliesBy(here, post.replies);
}

/** What is written for a post or a thread, by those of its authors who are here. */
export const repliesBy = (
  here: readonly DemoPlayer[],
  written: readonly (readonly [by: string, text: string])[],
): [DemoPlayer, string][] =>
  written.flatMap(([by, text]): [DemoPlayer, string][] => {
    const who = here.find(({ username }) => username === by);
    return who ? [[who, text]] : [];
  });
