/** Texts for ending a single session. */
export const SESSION_TEXTS = {
  signOut: 'Log out',
  signOutOf: (device: string, place: string) => `Log out ${device}, ${place}`,
  signedOut: 'That session is logged out.',
  current: 'This is the session that you are using. Log out from the menu.',
  notFound: 'That session is already logged out.',
} as const;
