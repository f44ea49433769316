/** Texts of the page on which a player denies a sign-in or a change to the account. */
export const DENY_SIGN_IN_TEXTS = {
  title: 'Was this you?',
  text: 'You got an email about a login or a change to your account. If it wasn’t you, someone else knows your password or has your passkey. Choose “This wasn’t me” to log out all sessions. This also removes any passkey used for that login, and all passkeys and authenticator apps added since then. You’ll get an email with a link to choose a new password.',
  deny: 'This wasn’t me',
  done: 'All sessions are logged out. Check your email for a link to choose a new password.',
} as const;
