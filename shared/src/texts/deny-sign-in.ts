/** Texts of the page that denies a sign-in. */
export const DENY_SIGN_IN_TEXTS = {
  title: 'Was this you?',
  text: 'If not, someone else knows your password or has your passkey. Confirm it here. This logs out all sessions, removes passkeys and authenticator apps that were added since, and you’ll choose a new password.',
  deny: 'This wasn’t me',
  done: 'All sessions are logged out. Check your email for a link to choose a new password.',
} as const;
