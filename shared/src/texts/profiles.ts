import { monthAndYear } from '../dates.ts';
import { formatNumber, withStatusCode } from '../format-number.ts';
import { LIMITS } from '../limits.ts';
import type { Sentence } from './sentence.ts';

/** Texts of the profile page, the player list and profile errors. */
export const PROFILE_TEXTS = {
  loading: 'Loading profile…',
  loadFailed: 'Failed to load this profile.',
  notFound: 'Player not found.',
  deletedPlayer: 'Deleted player',
  defaultStatus: 'Let’s play!',
  defaultName: 'User',
  challenge: 'Challenge',
  settings: 'Settings',
  stats: 'Stats',
  level: (level: number) => `Level ${level}`,
  levelWord: 'Level',
  xp: 'XP',
  xpOf: (experience: number) => `XP ${formatNumber(experience)}`,
  health: 'Health',
  energy: 'Energy',
  attack: 'ATK',
  defense: 'DEF',
  attackLong: 'Attack',
  defenseLong: 'Defense',
  wins: 'Wins',
  losses: 'Losses',
  coins: 'Coins',
  basics: 'About',
  years: (age: number) => `${age} years old`,
  joined: (time: string) => `Joined ${monthAndYear(new Date(time))}`,
  portraitOf: (name: string) => `Avatar of ${name}`,
  listTitle: 'All players',
  listLoading: 'Loading profiles...',
  listFailed: 'Failed to load players.',
  listEmpty: 'No players yet.',
  listEnd: 'That’s everyone.',
  status: `Use at most ${LIMITS.statusMessage} characters`,
  textTooLong: (maxLength: number) => `Use at most ${maxLength} characters, and only visible ones`,
  age: `Enter an age from ${LIMITS.age.min} to ${LIMITS.age.max}`,
  choice: 'Choose one of the options',
  avatar: 'Choose one of your own photos',
  usernameWait: 'You can change your username once every 30 days',
} as const;

/** Texts of activity lists. */
export const ACTIVITY_TEXTS = {
  title: 'Recent Activity',
  empty: 'No activity yet.',
  end: 'You’re all caught up.',
  failed: (status: number) => withStatusCode('Failed to load', status),
  /** Each sentence names the player whose activity it is (`owner`), and the other player, if any (`actor`). */
  levelUp: <T>(owner: T, level: number | null): Sentence<T> => [
    owner,
    level === null ? ' reached a new level' : ` reached level ${level}`,
  ],
  combatWin: <T>(owner: T, actor: T | null): Sentence<T> =>
    actor === null ? [owner, ' won a fight'] : [owner, ' won a fight against ', actor],
  newFriend: <T>(owner: T, actor: T | null): Sentence<T> =>
    actor === null ? [owner, ' made a new friend'] : [owner, ' is now friends with ', actor],
  join: <T>(owner: T): Sentence<T> => [owner, ' joined Rivalhold'],
  other: <T>(owner: T): Sentence<T> => [owner, ' was active'],
  xp: (xp: number) => `+${formatNumber(xp)} XP`,
  replay: 'Watch the replay',
} as const;

/** Texts of the actions on a profile, and of the quick view. */
export const PROFILE_CARD_TEXTS = {
  edit: 'Edit',
  inventory: 'Inventory',
  statusLabel: 'Status message',
  editStatus: 'Edit status:',
  statusHint: 'Enter saves, Escape cancels',
  statusSaved: 'Status saved.',
  statusFailed: 'Failed to update status',
  save: 'Save',
  cancel: 'Cancel',
  removeAvatar: 'Remove avatar',
  removeAvatarTitle: 'Remove avatar?',
  removeAvatarConfirm: 'Remove',
  removeAvatarFailed: 'Failed to remove avatar',
  quickView: (name: string) => `Quick view of ${name}`,
  viewProfile: 'View Profile',
  energyShort: 'ENG',
  age: 'Age',
  sex: 'Sex',
  relationship: 'Relationship',
} as const;
