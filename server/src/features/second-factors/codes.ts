import { randomBytes } from 'node:crypto';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { Secret, TOTP } from 'otpauth';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';

const PURPOSE = 'authenticator';
const PERIOD_SECONDS = 30;
/** Accept the codes of the neighboring time steps, because clocks differ. */
const WINDOW = 1;
/** Digits and letters, excluding letters that are easily confused (Crockford's Base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 16;

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Rivalhold', label, secret, period: PERIOD_SECONDS });

/**
 * Create the secret of an authenticator app. Return it in three forms: encrypted, as text to type, and as an `otpauth`
 * URI.
 */
export function newAppSecret(site: Site, username: string) {
  const secret = new Secret({ size: 20 });
  return {
    sealed: encrypt(site.config.sessionSecret, PURPOSE, secret.base32),
    secret: secret.base32,
    uri: totpOf(secret, username).toString(),
  };
}

/** Return the time step of a code, or null if the code is not valid now. */
export function stepOf(site: Site, sealed: string, code: string): number | null {
  let secret: Secret;
  try {
    secret = Secret.fromBase32(decrypt(site.config.sessionSecret, PURPOSE, sealed));
  } catch {
    // Decryption fails if the site's secret was changed. The player then needs another factor.
    return null;
  }
  const timestamp = site.clock.now().getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/**
 * Return a typed code in capital letters, without spaces and hyphens. Replace O, I and L with the digits that look like
 * them.
 */
export const normalizeCode = (code: string): string =>
  code.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Report whether a normalized code has the form of an authenticator app's code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Return the hash of a normalized recovery code. A code has 80 random bits, so a fast hash is enough. */
export const recoveryHash = (code: string): string => hashToken(`recovery:${code}`);

/** Create recovery codes, in groups of four characters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: FACTOR_LIMITS.recoveryCodes }, () =>
    Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
