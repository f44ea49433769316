import { HOUR } from '@rivalhold/shared/time-units.ts';
import { type DemoPost, POSTS, REPLIES } from './posts.ts';
import type { DemoPlayer } from './roster.ts';
import { type Seeded, seeded } from './seeded.ts';
import { joinedAt } from './timeline.ts';

/** What happens in the feed of the demo world (times in ms since 1970); a post goes by its text. */
export type Talk = { at: number; who: DemoPlayer; post: string } & (
  | { kind: 'post' }
  | { kind: 'like' }
  | { kind: 'reply'; text: string }
);

/** Likes and replies come within this time after a post. */
const HEARD_MS = 30 * HOUR;
const MOST_LIKES = 9;
const MOST_REPLIES = 2;

/** Who posts, likes and replies: the same for the same `now`. */
export function talk(everybody: readonly DemoPlayer[], now: number): Talk[] {
  return POSTS.flatMap((post, index): Talk[] => {
    const who = everybody.find(({ username }) => username === post.by);
    if (!who) return [];
    // The latest within the hour, the first some sixty days ago.
    const at = Math.max(now - (0.6 + 1.1 * index ** 1.75) * HOUR, joinedAt(who, now) + HOUR);
    const lot = seeded(`talk:${post.text}`);
    const when = (): number =>
      Math.round(at + (lot.next() ** 2 * 0.98 + 0.01) * Math.min(HEARD_MS, now - at));
    const here = everybody.filter((one) => one !== who && joinedAt(one, now) < at);
    const said = replies(post, here, lot);
    // What is said to each other keeps its order.
    const times = said.map(when).sort((one, other) => one - other);
    return [
      { at: Math.round(at), kind: 'post', who, post: post.text },
      ...some(here, lot, MOST_LIKES).map((one) => ({
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
function some(players: readonly DemoPlayer[], lot: Seeded, most: number): DemoPlayer[] {
  const drawn = Array.from({ length: lot.int(0, most) }, () => lot.next());
  return [...new Set(drawn.map((share) => players[Math.floor(share * players.length)]))].filter(
    (one) => one !== undefined,
  );
}

/** What is written for the post, else something that fits every post. */
function replies(post: DemoPost, here: readonly DemoPlayer[], lot: Seeded): [DemoPlayer, string][] {
  if (!post.replies) return some(here, lot, MOST_REPLIES).map((one) => [one, lot.pick(REPLIES)]);
  return saidBy(here, post.replies);
}

/** What is written for a post or a thread, by those of its authors who are here. */
export const saidBy = (
  here: readonly DemoPlayer[],
  written: readonly (readonly [by: string, text: string])[],
): [DemoPlayer, string][] =>
  written.flatMap(([by, text]): [DemoPlayer, string][] => {
    const who = here.find(({ username }) => username === by);
    return who ? [[who, text]] : [];
  });
