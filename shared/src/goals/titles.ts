import type { Count, Counts } from './counts.ts';

/** The titles. An id names the requirement: for example, `win-10` needs 10 wins. */
export const TITLE_IDS = [
  'win-1',
  'win-10',
  'win-50',
  'win-200',
  'win-1000',
  'level-5',
  'level-10',
  'level-20',
  'level-30',
  'level-50',
  'read-25',
  'read-200',
  'read-1000',
  'close-1',
  'close-10',
  'opponent-25',
  'opponent-250',
  'streak-3',
  'streak-7',
  'streak-30',
  'streak-100',
  'goal-10',
  'goal-100',
  'lesson-3',
  'friend-5',
  'friend-25',
  'post-5',
  'post-30',
  'comment-10',
  'thread-3',
  'reply-20',
  'clip-5',
  'lobby-10',
] as const;
type TitleId = (typeof TITLE_IDS)[number];

/** The counts that titles require, by the first part of the title's id, such as `win` in `win-10`. */
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

/** The titles in display order, with their requirements. Titles give no advantage in a fight. */
export const TITLES: readonly TitleRule[] = TITLE_IDS.map((title) => {
  const [count = '', target] = title.split('-');
  return { title, count: COUNTS[count]!, target: Number(target) };
});

/** Return the titles that a player earns when the counts change from `before` to `after`. */
export const titlesBetween = (before: Counts, after: Counts): TitleId[] =>
  TITLES.filter(({ count, target }) => (before[count] ?? 0) < target && (after[count] ?? 0) >= target).map(
    ({ title }) => title,
  );
