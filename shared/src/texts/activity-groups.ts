import { formatList } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

/** Texts that summarize several activities of the same kind on one day. */
export const ACTIVITY_GROUP_TEXTS = {
  levelUps: <T>(owner: T, count: number, level: number | null): Sentence<T> => [
    owner,
    level === null
      ? ` gained ${formatCount(count, 'level')}`
      : ` gained ${formatCount(count, 'level')} and reached level ${level}`,
  ],
  combatWins: <T>(owner: T, count: number): Sentence<T> => [owner, ` won ${formatCount(count, 'fight')}`],
  newFriends: <T>(owner: T, count: number): Sentence<T> => [
    owner,
    ` made ${formatCount(count, 'new friend')}`,
  ],
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  names: (names: readonly string[], more: number) =>
    formatList(more > 0 ? [...names, formatCount(more, 'other')] : names),
} as const;
