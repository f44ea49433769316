import { ACCOUNT_STANDING_LIMITS } from '../account-limits.ts';
import type { AccountStanding } from '../contract/account-standing.ts';
import { formatCount } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

const days = (ms: number): number => ms / 86_400_000;

/** Texts of the card on the settings page that explains the player's standing. */
export const ACCOUNT_STANDING_TEXTS = {
  title: 'Account standing',
  text: 'Your standing depends on a confirmed email, the age of your account, your visits, and sanctions by staff.',
  names: { new: 'New', settled: 'Settled', trusted: 'Trusted' } satisfies Record<
    AccountStanding['standing'],
    string
  >,
  yours: 'Your standing:',
  staff: 'Staff accounts are always trusted.',
  allowed: {
    new: 'You have daily limits for new conversations, friend requests, posts, mentions and fights, and the links you write aren’t clickable. If two trusted players report one of your posts, comments or forum posts, it is hidden until staff review it.',
    settled:
      'The links you write are clickable, you can play ranked fights, and the limits for new accounts don’t apply to you.',
    trusted:
      'If you and another trusted player report the same post, comment or forum post by a new account, it is hidden until staff review it.',
  } satisfies Record<AccountStanding['standing'], string>,
  dismissed: `At the moment, your reports don’t hide anything, because staff dismissed at least ${ACCOUNT_STANDING_LIMITS.dismissedReports} of them in the last ${days(ACCOUNT_STANDING_LIMITS.dismissedMs)} days. Staff still review every report.`,
  conditions: (name: string) => `Conditions for “${name}”`,
  met: 'Met',
  missing: 'Not met',
  emailConfirmed: 'Your email address is confirmed',
  age: (ms: number) =>
    ms < 2 * 86_400_000
      ? `Your account is at least ${formatCount(ms / 3_600_000, 'hour')} old`
      : `Your account is at least ${formatCount(days(ms), 'day')} old`,
  ageFrom: <T>(time: T): Sentence<T> => ['will be met on ', time],
  visits: `You visited the site on at least ${ACCOUNT_STANDING_LIMITS.visits} different days`,
  visitsNow: (count: number) => `${formatCount(count, 'day')} so far`,
  sanctions: `No mutes, no suspensions, and no content removed by staff in the last ${days(ACCOUNT_STANDING_LIMITS.sanctionFreeMs)} days (not counting decisions overturned on appeal)`,
  failed: 'Failed to load your standing.',
} as const;
