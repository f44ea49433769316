/** Texts for logging in, or confirming an identity, with a passkey or code. Also errors when passkeys can't be used. */
export const PASSKEY_TEXTS = {
  needsDomain:
    'Browsers allow passkeys only on a site with a domain name and an encrypted connection, so passkeys don’t work here. Use an authenticator app instead.',
  unsupported: 'This browser doesn’t support passkeys. Use an authenticator app instead.',
  cancelled: 'The passkey prompt was closed or timed out. Try again.',
  signIn: 'Log in with a passkey',
  code: 'Code from your app, or recovery code',
  codeMissing: 'Enter a code',
} as const;
