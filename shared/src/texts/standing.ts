import { formatCount, formatNumber } from '../format-number.ts';

/** Texts of the rank, the head-to-head record and the gear on a profile. */
export const STANDING_TEXTS = {
  title: 'At a glance',
  rank: 'Rank',
  rankNumber: (rank: number) => `#${formatNumber(rank)}`,
  unranked: 'No wins yet',
  headToHead: 'Head-to-head',
  recordText: (wins: number, losses: number) =>
    `You won ${formatCount(wins, 'fight')} and lost ${formatNumber(losses)}`,
  noResults: 'No results yet',
  weapon: 'Weapon',
  armor: 'Armor',
  basic: 'Basic gear',
  failed: 'Failed to load rank and gear.',
} as const;
