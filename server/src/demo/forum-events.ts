import { HOUR } from '@rivalhold/shared/time-units.ts';
import { repliesBy } from './feed-events.ts';
import type { DemoPlayer } from './roster.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { COUNTING_REMARKS, type DemoThread, THREADS } from './threads.ts';
import { joinedAt } from './timeline.ts';

/** What happens in the forum of the demo world (times in ms since 1970); a thread goes by its title. */
export type ForumEvent = { at: number; kind: 'forum'; who: DemoPlayer; thread: DemoThread } & (
  | { act: 'start' }
  | { act: 'reply' | 'edit'; text: string }
  | { act: 'like'; position: number }
);

/** Answers come within this time, where a thread is not counted on for as long as it is there. */
const REPLY_WINDOW_MS = 60 * HOUR;
const MAX_LIKES = 8;

/** Who begins, answers and likes threads: the same for the same `now`. */
export function forumEvents(everybody: readonly DemoPlayer[], now: number): ForumEvent[] {
  return THREADS.flatMap((thread): ForumEvent[] => {
    const who = everybody.find(({ username }) => username === thread.by);
    if (!who) return [];
    const at = Math.round(Math.max(now - thread.hours * HOUR, joinedAt(who, now) + HOUR));
    const lot = createSeededRandom(`forum:${thread.title}`);
    const here = everybody.filter((one) => joinedAt(one, now) < at);
    const said = thread.countsTo
      ? countingReplies(here, thread.countsTo, lot)
      : repliesBy(here, thread.replies ?? []);
    const until = thread.countsTo ? now - HOUR : Math.min(now, at + REPLY_WINDOW_MS);
    const times = said.map(() => Math.round(at + (0.02 + 0.96 * lot.next()) * (until - at)));
    times.sort((one, other) => one - other);
    const replies = said.map(([one, text], index) => ({
      at: times[index] as number,
      kind: 'forum' as const,
      who: one,
      thread,
      act: 'reply' as const,
      text,
    }));
    const last = Math.max(at, ...times) + 1;
    return [
      { at, kind: 'forum', who, thread, act: 'start' },
      ...replies,
      ...(thread.edited
        ? [{ at: last, kind: 'forum' as const, who, thread, act: 'edit' as const, text: thread.edited }]
        : []),
      ...likeEvents(here, replies.length + 1, lot).map(([one, position]) => ({
        at: Math.round(last + lot.next() * (now - last)),
        kind: 'forum' as const,
        who: one,
        thread,
        act: 'like' as const,
        position,
      })),
    ];
  });
}

/** Numbers from 2 on, no two in a row by the same, with a remark now and then. */
function countingReplies(here: readonly DemoPlayer[], to: number, lot: SeededRandom): [DemoPlayer, string][] {
  const said: [DemoPlayer, string][] = [];
  for (let number = 2; number <= to; number++) {
    const others = here.filter((one) => one !== said.at(-1)?.[0]);
    if (others.length === 0) return said;
    const remark = lot.chance(0.3) ? `\n\n${lot.pick(COUNTING_REMARKS)}` : '';
    said.push([lot.pick(others), `${number}${remark}`]);
  }
  return said;
}

/** Who likes which place of a thread, its opening post most of all; nobody the same one twice. */
function likeEvents(here: readonly DemoPlayer[], places: number, lot: SeededRandom): [DemoPlayer, number][] {
  const drawn = new Map<string, [DemoPlayer, number]>();
  for (let left = here.length === 0 ? 0 : lot.int(1, MAX_LIKES); left > 0; left--) {
    const position = lot.chance(0.5) ? 1 : lot.int(1, places);
    const who = lot.pick(here);
    drawn.set(`${who.username} ${position}`, [who, position]);
  }
  return [...drawn.values()];
}
