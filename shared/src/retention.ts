import { NEW_ACCOUNT_LIMITS } from './account-limits.ts';
import { LIMITS } from './limits.ts';
import { FACTOR_LIMITS } from './second-factor-limits.ts';
import { DAY, HOUR, MINUTE } from './time-units.ts';

/** A kind of data, and how long the site stores it. If `ms` is set, the data is deleted after this period. */
type Retention = { data: string; period: string; ms?: number };

const UNITS = [
  [DAY, 'days'],
  [HOUR, 'hours'],
  [MINUTE, 'minutes'],
] as const;

/** Format a period in the largest unit in which its number is at least 2, for example '24 hours' or '30 days'. */
export function formatPeriod(ms: number): string {
  const [unit, name] = UNITS.find(([size]) => ms >= 2 * size) ?? [MINUTE, 'minutes'];
  return `${ms / unit} ${name}`;
}

/** Return an entry for data that is deleted a fixed period after an event. */
const forPeriod = <Ms extends number>(data: string, ms: Ms, describe: (period: string) => string) => ({
  data,
  ms,
  period: describe(formatPeriod(ms)),
});

/**
 * The kinds of personal data, and how long the site stores each kind. Jobs delete data after these periods, except for
 * the server's log, which operators delete. The privacy page shows all entries. On the server, the policy of each
 * database table with personal data names the entry that applies to the table.
 */
export const RETENTION = {
  account: {
    data: 'Your account, profile, settings, character, items, friends, blocks, mutes, photos, likes, activity and decisions about you',
    period: 'As long as your account',
  },
  content: {
    data: 'Posts, comments, messages and what you wrote in the Forum',
    period: 'Until you or staff delete them; after account deletion, under “Deleted player”',
  },
  records: {
    data: 'Fights, rating changes, payments, the record of coins, reports, and the log of what staff do',
    period: 'Permanently; after account deletion, with a number instead of your name',
  },
  usernames: { data: 'Usernames that can’t be taken again', period: 'Permanently' },
  sanctions: {
    data: 'The code made from your email address while you are muted or suspended',
    period: 'Until the mute or suspension ends',
  },
  sessions: forPeriod('Sessions', LIMITS.session.idleMs, (period) => `${period} after their last use`),
  addresses: forPeriod(
    'Full network addresses of sessions; then only the network (/24 for IPv4, /48 for IPv6)',
    30 * DAY,
    (period) => `${period} after login`,
  ),
  logs: forPeriod('The server’s log', 30 * DAY, (period) => `${period} after the request`),
  emailLinks: forPeriod(
    'Codes of emailed links and appeal links',
    LIMITS.undoTokenMs,
    (period) => `${period} after sending, at most`,
  ),
  setup: forPeriod(
    'An authenticator app that you didn’t confirm',
    FACTOR_LIMITS.setupMs,
    (period) => `${period} after you started`,
  ),
  technical: forPeriod(
    'Technical data, such as responses for repeated requests',
    LIMITS.idempotencyMs,
    (period) => `${period} after the request`,
  ),
  limits: forPeriod(
    'Counters for the limits of new accounts',
    NEW_ACCOUNT_LIMITS.ms,
    (period) => `${period} after your last action`,
  ),
  exports: forPeriod('The copy of your data', 7 * DAY, (period) => `${period} after it is ready`),
  notifications: forPeriod(
    'Notifications (at most 500 unread)',
    30 * DAY,
    (period) => `${period} after you read them`,
  ),
  lobby: forPeriod('Lobby messages (the latest 200 longer)', 30 * DAY, (period) => `${period} after sending`),
  clips: forPeriod('Clips, with their likes and views', DAY, (period) => `${period} after sharing`),
  temporaryMedia: forPeriod(
    'Media sent as temporary',
    LIMITS.dm.temporaryMs,
    (period) => `${period} after sending`,
  ),
  unsentFiles: forPeriod(
    'Uploaded files that you didn’t send',
    LIMITS.dm.unsentMs,
    (period) => `${period} after the upload`,
  ),
  removals: forPeriod(
    'Content that staff deleted',
    LIMITS.restoreMs,
    (period) => `${period} after its deletion`,
  ),
  reportCopies: forPeriod(
    'Copies of reported content, and the networks (/24 or /48) that reports were sent from',
    30 * DAY,
    (period) => `${period} after the decision of staff`,
  ),
  paymentEvents: forPeriod(
    'Messages of the payment provider',
    30 * DAY,
    (period) => `${period} after we receive them`,
  ),
  outsideImages: forPeriod('Pictures of other sites', 30 * DAY, (period) => `${period} after we load them`),
} as const satisfies Record<string, Retention>;

export type RetentionName = keyof typeof RETENTION;

/** Names of the entries whose data is deleted after a period. */
export type PeriodName = {
  [Name in RetentionName]: (typeof RETENTION)[Name] extends { ms: number } ? Name : never;
}[RetentionName];

/** Return `now` minus the period of an entry. Data from before this time must be deleted. */
export const retainedSince = (name: PeriodName, now: Date): Date =>
  new Date(now.getTime() - RETENTION[name].ms);
