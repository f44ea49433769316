import type { Sentence } from './sentence.ts';

/** Texts that ask staff to confirm their identity, and to set up a second factor. */
export const STEP_UP_TEXTS = {
  title: 'Confirm that it’s you',
  text: 'This action needs your confirmation. You won’t be asked again for 10 minutes.',
  closedTitle: 'Set up two-step login',
  closedText: 'The staff pages are closed until you add a passkey or an authenticator app.',
  toSettings: 'Go to Settings',
  due: <T>(settings: T, time: T): Sentence<T> => [
    'Add a passkey or an authenticator app in ',
    settings,
    ' by ',
    time,
    '. After that, the staff pages close for accounts without one.',
  ],
  settings: 'Settings',
} as const;
