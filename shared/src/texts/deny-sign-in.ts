/** Texts of the page that denies a sign-in. */
export const DENY_SIGN_IN_TEXTS = {
  title: 'Was this you?',
  text: 'If you didn’t log in, someone else knows your password or has your passkey. Confirm it here. This logs out all sessions, and you’ll choose a new password.',
  deny: 'This wasn’t me',
  done: 'All sessions are logged out. Check your email for a link to choose a new password.',
} as const;
