import { formatCount, formatNumber } from '../format-number.ts';
import type { LeagueId } from '../ratings/leagues.ts';
import type { Sentence } from './sentence.ts';

/** Texts about ranked fights and the pool in which players wait for them. */
export const RANKED_TEXTS = {
  title: 'Ranked fights',
  lead: 'Both players fight at the same level, with full health, basic gear and one lent item, so neither has an advantage.',
  pool: 'Ranked pool',
  stakes: 'A ranked fight changes your rating. It costs no energy, and pays no XP or coins.',
  find: 'Find a ranked fight',
  loadFailed: 'Failed to load ranked fights.',
  actionFailed: 'That didn’t work. Try again.',
  yourRating: 'Your rating',
  waiting: 'Looking for an opponent…',
  waited: (time: string) => `Waited for ${time}`,
  range: (low: number, high: number) => `Ratings from ${formatNumber(low)} to ${formatNumber(high)}`,
  anyRange: 'Any rating',
  cancel: 'Cancel',
  sparring: 'This is taking a while. You can fight a sparring partner while the search goes on.',
  toSparring: 'Spar while you wait',
  found: 'Opponent found',
  foundText:
    'You’ll see who it is once you’ve both accepted. If you miss or decline more than one fight a day, you have to wait before you can join again.',
  accept: 'Accept',
  decline: 'Decline',
  timeLeft: 'Time left:',
  readOnly: 'Rivalhold is under maintenance. This fight can start afterwards.',
  accepted: 'You accepted. Waiting for your opponent.',
  stillWaiting: 'Your opponent isn’t available. Looking for another one…',
  toPage: 'Go to ranked fights',
  starting: 'Your fight is starting.',
  toFight: 'Go to the fight',
  ended: 'You’re no longer waiting for a ranked fight.',
  pausedUntil: <T>(timeLeft: T): Sentence<T> => ['You can join again in ', timeLeft, '.'],
  paused: 'You missed or declined several fights. Wait before you join again.',
  newAccount: 'New accounts can’t join ranked fights yet. Confirm your email, and come back tomorrow.',
  tooLate: 'This fight is no longer available.',
} as const;

/** Texts about ratings, for example on profiles, on the leaderboard and after a fight. */
export const RATING_TEXTS = {
  title: 'Rating',
  failed: 'Failed to load the rating.',
  none: 'No rating yet.',
  noneText: 'Find a ranked fight to get a rating.',
  fights: (count: number) => formatCount(count, 'rated fight'),
  deviation: (deviation: number) => `± ${formatNumber(deviation)}`,
  provisional: 'provisional',
  graph: (first: number, last: number, count: number) =>
    `The rating went from ${formatNumber(first)} to ${formatNumber(last)} in ${formatCount(count, 'fight')}.`,
  table: 'Show the latest changes',
  date: 'Date',
  opponent: 'Opponent',
  rating: 'Rating',
  change: 'Change',
  unknown: 'Unknown player',
  changed: (by: number) => (by < 0 ? `−${formatNumber(-by)}` : `+${formatNumber(by)}`),
  after: (rating: number, by: string) => `Rating: ${formatNumber(rating)} (${by})`,
  unrated: 'This fight didn’t change your rating.',
  board: 'Rating',
  toBoard: 'Leaderboard',
  aboutBoard: 'Players with enough recent ranked fights for a reliable rating.',
  boardEmpty: 'Nobody has a reliable rating yet.',
  ownUnlisted: (fights: number) => `Not on the leaderboard (${formatCount(fights, 'rated fight')})`,
} as const;

/** Names of the leagues. */
export const LEAGUE_NAMES: Record<LeagueId, string> = {
  ash: 'Ash',
  iron: 'Iron',
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  ember: 'Ember',
  crown: 'Crown',
};
