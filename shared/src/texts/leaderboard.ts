import { formatCount, formatNumber } from '../format-number.ts';

/** Texts of /leaderboard. */
export const LEADERBOARD_TEXTS = {
  title: 'Leaderboard',
  boards: 'Boards',
  board: { wins: 'Wins', week: 'This week', friends: 'Friends', level: 'Near my level' },
  about: {
    wins: 'All players by wins, then level.',
    week: 'Wins since Monday, 00:00 UTC.',
    friends: 'You and your friends by wins.',
    level: 'Players within two levels of yours, by wins.',
  },
  failed: 'Failed to load the leaderboard.',
  empty: 'No wins yet this week. Win a fight to take first place.',
  noFriends: 'Add friends to compare your wins with theirs.',
  end: 'That’s everyone.',
  wins: (count: number) => formatCount(count, 'win'),
  losses: (count: number) => formatCount(count, 'loss', 'losses'),
  rankNumber: (rank: number) => `Rank ${formatNumber(rank)}`,
  yourRank: 'Your rank',
  notRanked: 'You have no wins yet this week.',
  fight: 'Find an opponent',
} as const;
