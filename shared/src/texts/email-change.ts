import type { Sentence } from './sentence.ts';

/** Texts about changing the email address. */
export const EMAIL_CHANGE_TEXTS = {
  pending: <T>(email: T): Sentence<T> => [
    'You’re changing your email to ',
    email,
    '. To confirm the change, open the link in the email sent to that address. Until then, you keep your current email.',
  ],
  pendingHint: (email: string) => `Waiting for you to confirm ${email}.`,
  cancel: 'Cancel change',
  cancelled: 'Your email stays the same.',
  tooManyLinks:
    'Several links were already sent to this address today. Check your inbox, or try again tomorrow.',
  resetInstead:
    'Several links were already sent to this address today. Check your inbox, or reset your password, which also confirms your email.',
  undoTitle: 'Keep your email address',
  undoText:
    'Someone asked to change the email address of your account. Undo the change to keep your address. You’ll be logged out everywhere, and get a link to choose a new password.',
  undo: 'Undo the change',
  undone: 'Your email address is safe. Check your email for a link to choose a new password.',
} as const;
