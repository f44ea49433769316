import { defineRateLimits } from '../../platform/security/rate-limits.ts';

export const RATE_LIMITS = defineRateLimits({
  /** Wrong codes at sign-ins to one account. Only people who know the password can use up these limits. */
  codeFailures: { points: 10, seconds: 3600 },
  codeFailuresDay: { points: 30, seconds: 24 * 3600 },
  /**
   * Wrong codes in one session, entered to confirm actions. The limit is per session, so that a stolen
   * session cannot lock the owner out.
   */
  stepUpFailures: { points: 10, seconds: 3600 },
  stepUpFailuresDay: { points: 30, seconds: 24 * 3600 },
  /** Codes from one IP address, for any account. */
  codesOfAddress: { points: 30, seconds: 3600 },
  /** Codes that one player enters to set up an authenticator app. */
  setupCodes: { points: 10, seconds: 900 },
  /** Valid responses from one account's passkeys. */
  passkeyUses: { points: 60, seconds: 3600 },
  /** Changes to one player's factors, including started setups. Most changes send an email. */
  factorChanges: { points: 30, seconds: 24 * 3600 },
});
