/** Texts about logging in with a passkey, and errors when a browser can't use one. */
export const PASSKEY_TEXTS = {
  needsDomain:
    'Browsers don’t allow passkeys on a site whose address is an IP address or isn’t encrypted. Use an authenticator app instead.',
  unsupported: 'This browser doesn’t support passkeys. Use an authenticator app instead.',
  cancelled: 'The passkey prompt was closed or timed out. Try again.',
  signIn: 'Log in with a passkey',
  code: 'Code from your app, or recovery code',
  codeMissing: 'Enter a code',
} as const;
