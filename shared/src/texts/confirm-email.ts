import type { Sentence } from './sentence.ts';

/** Texts of /confirm-email and of the notice about an unconfirmed address. */
export const CONFIRM_EMAIL_TEXTS = {
  done: 'Your email is confirmed',
  doneText: 'Log in to play.',
  alreadyDone: (email: string) => `Your email ${email} is confirmed. This link no longer works.`,
  invalid: 'This link no longer works',
  invalidText: (email: string) =>
    `It was already used, was replaced by a newer link, or is older than seven days. Send a new link to ${email}.`,
  invalidForGuest:
    'It was already used, was replaced by a newer link, or is older than seven days. Log in to see whether your email is confirmed, and to send a new link.',
  check: <T>(email: T): Sentence<T> => [
    'Confirm ',
    email,
    ': open the link in our email. No email? Send a new link.',
  ],
  checkTitle: 'Confirm your email',
  hide: 'Hide this notice',
} as const;
