import { formatNumber } from '../format-number.ts';

/**
 * Texts of a player's navigation bar, menu and list of open fights. They are separate from `shell.ts`, because most
 * guest pages do not need them. Most menu entries show their page's title (`page-titles.ts`).
 */
export const MENU_TEXTS = {
  home: 'Home',
  fight: 'Fight',
  storeTab: 'Store',
  me: 'Me',
  playersTab: 'Players',
  tabs: 'Tabs',
  forums: 'Forums',
  unseen: 'new',
  unseenCount: (count: number) => `${formatNumber(count)} new`,
  fightsFailed: 'Failed to load your fights.',
  noFights: 'No open fights',
  noFightsText: 'Challenge a player to start one.',
  findOpponent: 'Find an opponent',
  inProgress: 'In progress',
  youBegan: 'You started',
  theyBegan: 'Challenged you',
  byStyle: 'Your style fights for you',
  challenged: (name: string) => `${name} challenges you!`,
  challengedBusy: (name: string) =>
    `${name} challenges you! You’re in another live fight, so your style fights for you.`,
  toFight: 'Go to the fight',
  greeting: (name: string) => `Hello, ${name}`,
  viewProfile: 'View Profile',
  profileMenu: 'Your menu',
  signOutFailed: 'Failed to log out. You’re still logged in.',
  you: 'You',
  continueFight: 'Continue',
  fightBack: 'Fight back',
  takeOver: 'Take over',
} as const;
