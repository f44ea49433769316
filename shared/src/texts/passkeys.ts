/** Texts about requests for a passkey. */
export const PASSKEY_TEXTS = {
  cancelled: 'The passkey prompt was closed or timed out. Try again.',
  alreadyOnDevice: 'This device or security key already has a passkey for your account.',
  signIn: 'Log in with a passkey',
  code: 'Code from your app, or recovery code',
  codeMissing: 'Enter a code',
} as const;
