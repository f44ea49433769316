import { FACTOR_LIMITS } from '../second-factor-limits.ts';

/** Messages about second factors, including the server's errors. */
export const SECOND_FACTOR_TEXTS = {
  enterCode: 'Enter the code from your authenticator app, or a recovery code.',
  usePasskeyOrRecoveryCode: 'Log in with your passkey, or enter a recovery code.',
  enterRecoveryCode: 'Enter one of your recovery codes.',
  wrongCode: 'This code is wrong or was already used.',
  wrongPasskey: 'This passkey doesn’t work here. Use another way to log in.',
  confirmFailed: 'This passkey doesn’t belong to your account, or the request has expired. Try again.',
  confirmMissing: 'Enter your password, or use a passkey',
  confirmWithPasskey: 'Use a passkey, or enter a recovery code',
  passwordMissing: 'Enter your password',
  confirmed: 'Confirmed.',
  needsDomain:
    'Browsers don’t allow passkeys on a site whose address is an IP address or isn’t encrypted. Use an authenticator app instead.',
  unsupported: 'This browser doesn’t support passkeys. Use an authenticator app instead.',
  passkeyRejected: 'The passkey could not be added. Try again.',
  passkeyKnown: 'This passkey was already added.',
  passkeyGone: 'That passkey was already removed.',
  tooManyPasskeys: `You can have up to ${FACTOR_LIMITS.passkeys} passkeys. Remove one first.`,
  passkeyName: 'Enter a name',
  passkeyNameLong: `Use at most ${FACTOR_LIMITS.passkeyName} characters`,
  appExists: 'You already have an authenticator app. Remove it first.',
  appMissing: 'You don’t have an authenticator app.',
  setupExpired: 'This setup has expired. Start again.',
  noFactors: 'Add a passkey or an authenticator app first.',
  passkeyAdded: 'Passkey added.',
  passkeyRenamed: 'Passkey renamed.',
  passkeyRemoved: 'Passkey removed.',
  appAdded: 'Authenticator app added.',
  appRemoved: 'Authenticator app removed.',
} as const;
