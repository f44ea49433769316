import type { Sentence } from './sentence.ts';

/** Texts of a change of the email address. */
export const EMAIL_CHANGE_TEXTS = {
  pending: <T>(email: T): Sentence<T> => [
    'You’re changing your email to ',
    email,
    '. Open the link that we sent there to confirm it. Until then, you use your current email.',
  ],
  pendingHint: (email: string) => `Waiting for you to confirm ${email}.`,
  cancel: 'Cancel change',
  cancelled: 'Your email stays the same.',
  tooManyLinks: 'This address already got several links today. Check your inbox, or try again tomorrow.',
  resetInstead:
    'This address already got several links today. Check your inbox, or reset your password: this confirms your email, too.',
  undoTitle: 'Keep your email address',
  undoText:
    'Someone asked to change the email address of your account. Undo it to keep this address. This logs out all sessions, and you choose a new password.',
  undo: 'Undo the change',
  undone: 'Your email address is safe. Check your email for a link to choose a new password.',
} as const;
