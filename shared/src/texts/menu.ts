import { formatNumber } from '../format-number.ts';

/**
 * Texts of a player's navigation bar, menu and list of open fights. They are separate from `shell.ts`, because most
 * guest pages do not need them.
 */
export const MENU_TEXTS = {
  lobby: 'Lobby',
  home: 'Home',
  fight: 'Fight',
  social: 'Social',
  storeTab: 'Store',
  me: 'Me',
  playersTab: 'Players',
  forum: 'Forum',
  messages: 'Messages',
  tabs: 'Tabs',
  forums: 'Forums',
  staff: 'Admin Panel',
  fights: 'Fights',
  unseen: 'new',
  unseenCount: (count: number) => `${formatNumber(count)} new`,
  fightsFailed: 'Failed to load your fights.',
  noFights: 'No open fights',
  noFightsText: 'Challenge a player to start one.',
  findOpponent: 'Find an opponent',
  inProgress: 'In progress',
  youBegan: 'You started',
  theyBegan: 'Challenged you',
  challenged: (name: string) => `${name} challenges you!`,
  challengedBusy: (name: string) =>
    `${name} challenges you! You’re in another live fight, so your style fights for you.`,
  toFight: 'Go to the fight',
  greeting: (name: string) => `Hello, ${name}`,
  profileMenu: 'Your menu',
  viewProfile: 'View Profile',
  signOutFailed: 'Failed to log out. You’re still logged in.',
  editProfile: 'Edit Profile',
  dashboard: 'Dashboard',
  findPlayers: 'Find Players',
  friends: 'Friends',
  players: 'All players',
  settings: 'Settings',
  buyCoins: 'Buy Coins',
  store: 'Game Store',
  you: 'You',
  continueFight: 'Continue',
  fightBack: 'Fight back',
} as const;
