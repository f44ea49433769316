import { formatCount, formatNumber } from '../format-number.ts';

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
  toggles: { near: 'Near my level', online: 'Online', friends: 'Friends' },
  clear: 'Clear filters',
  loading: 'Loading players…',
  failed: 'Failed to load players.',
  empty: 'No players match.',
  emptyText: 'Try a shorter name or a lower minimum level.',
  emptyToggled: 'Turn off a filter to see more players.',
  noPlayers: 'No players yet.',
  noPlayersText: 'Invite a friend to Rivalhold, then challenge them.',
  found: (count: number, more: boolean) =>
    more ? `Showing the first ${formatCount(count, 'player')}` : `${formatCount(count, 'player')} found`,
  byLevel: 'Nearest level first',
  fair: 'Fair fight',
  /** Describe how far a player's level is above or below the viewer's own level. */
  levelBeside: (level: number, own: number) =>
    level > own
      ? `${formatCount(level - own, 'level')} above you`
      : `${formatCount(own - level, 'level')} below you`,
} as const;
