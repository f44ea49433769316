import { TitleId } from '../contract/goals.ts';
import type { Count, Counts } from './counts.ts';

/** The counts whose titles have other names: `win-10` needs 10 `wins`. */
const COUNTS: Record<string, Count> = {
  win: 'wins',
  level: 'level',
  read: 'reads',
  close: 'closeWins',
  opponent: 'fights',
  streak: 'streak',
  goal: 'goals',
  lesson: 'lessons',
  friend: 'friends',
  post: 'posts',
  comment: 'comments',
  thread: 'threads',
  reply: 'replies',
  clip: 'clips',
  lobby: 'lobby',
};

type TitleRule = { title: TitleId; count: Count; target: number };

/** The titles in display order, with what they need. They give no advantage in a fight. */
export const TITLES: readonly TitleRule[] = TitleId.enum.map((title) => {
  const [count = '', target] = title.split('-');
  return { title, count: COUNTS[count]!, target: Number(target) };
});

/** Return the titles that a change of the counts has earned. */
export const titlesBetween = (before: Counts, after: Counts): TitleId[] =>
  TITLES.filter(({ count, target }) => (before[count] ?? 0) < target && (after[count] ?? 0) >= target).map(
    ({ title }) => title,
  );
