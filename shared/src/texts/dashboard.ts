import { formatNumber } from '../format-number.ts';

/** Texts of the dashboard. */
export const DASHBOARD_TEXTS = {
  welcome: (name: string) => `Welcome, ${name}`,
  welcomeBack: (name: string) => `Welcome back, ${name}`,
  topPlayers: 'Top Players',
  topEmpty: 'No top players yet. Win a fight to be the first.',
  topFailed: 'Failed to load the top players.',
  rank: (rank: number) => `Rank ${formatNumber(rank)}`,
  record: (wins: number, losses: number) => `${formatNumber(wins)} won, ${formatNumber(losses)} lost`,
  yourFights: 'Your fights',
  fightsFailed: 'Failed to load your fights.',
  fightsEmpty: 'No open fights. Challenge a player!',
  unseen: 'New',
  youBegan: 'You started this fight',
  theyBegan: 'Challenged you',
  forum: 'Forum',
  allPlayers: 'All players',
  myCard: 'My card',
  closeCard: 'Close my card',
  viewProfile: 'View Profile',
  profileFailed: 'Failed to load your card.',
} as const;
