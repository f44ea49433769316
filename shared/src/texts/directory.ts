import { formatNumber } from '../format-number.ts';

/** Texts of Find Players. */
export const DIRECTORY_TEXTS = {
  title: 'Find Players',
  filters: 'Filters',
  search: 'Username',
  searchHint: 'Any part of the name',
  minLevel: 'Minimum level',
  minLevelHint: '1 or higher',
  minLevelError: 'Must be at least 1',
  minLevelWhole: 'Must be a whole number',
  minLevelTooHigh: (max: number) => `Must be at most ${formatNumber(max)}`,
  clear: 'Clear filters',
  loading: 'Looking for players…',
  failed: 'The players could not be loaded.',
  empty: 'No players match.',
  emptyText: 'Try fewer letters of the name, or a lower level.',
  noPlayers: 'Nobody is here yet.',
  noPlayersText: 'Tell a friend about the hold, and come back to challenge them.',
  found: (count: number, more: boolean) =>
    count === 1 && !more ? '1 player that matches' : `${more ? 'The first ' : ''}${count} players that match`,
} as const;
