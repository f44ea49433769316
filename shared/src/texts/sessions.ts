import type { Sentence } from './sentence.ts';

/** Texts about the sessions of a player. */
export const SESSION_TEXTS = {
  signOutOthersTitle: 'Log out other sessions?',
  signOutOthersText: 'You’ll have to log in again on all other browsers and devices.',
  onlyThisSession: 'You aren’t logged in anywhere else.',
  sessionsFailed: 'Failed to load your sessions.',
  othersSignedOut: 'Your other sessions are logged out.',
  signOutOthers: 'Log out other sessions',
  sessions: 'Your sessions',
  thisSession: 'This session',
  lastUsed: <T>(time: T): Sentence<T> => ['last used ', time],
  signOut: 'Log out',
  signOutOf: (device: string, place: string) => `Log out ${device}, ${place}`,
  signedOut: 'That session is logged out.',
  current: 'You’re using this session now. To end it, log out from the menu.',
  notFound: 'That session is already logged out.',
} as const;

/** Messages in the server's responses about sessions. */
export const SESSION_MESSAGES = { ended: 'Logged out.' } as const;
