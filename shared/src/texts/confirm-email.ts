import type { Sentence } from './sentence.ts';

/** Texts about confirming an email address. They are not in `accounts.ts`, because the dashboard needs only these. */
export const CONFIRM_EMAIL_TEXTS = {
  title: 'Confirm your email',
  text: 'Confirm that this is your email.',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed yet',
  unconfirmedText: 'Until you confirm this address, you only get confirmation and password reset emails.',
  resend: 'Send a new link',
  sent: 'Confirmation link sent. Check your email.',
  noEmails: 'This site doesn’t send emails. You can play without confirming your address.',
  emailConfirmed: 'Your email address is confirmed.',
  done: 'Your email is confirmed',
  doneText: 'Log in to play.',
  alreadyDone: (email: string) => `Your email ${email} is confirmed. This link no longer works.`,
  invalid: 'This link no longer works',
  invalidText: (email: string) =>
    `The link was already used, was replaced by a newer link, or is older than seven days. Send a new link to ${email}.`,
  invalidForGuest:
    'The link was already used, was replaced by a newer link, or is older than seven days. Log in to see whether your email is confirmed, and to send a new link.',
  check: <T>(email: T): Sentence<T> => [
    'Confirm ',
    email,
    ': open the link that was emailed to you. No email? Send a new link.',
  ],
  hide: 'Hide this reminder',
} as const;
