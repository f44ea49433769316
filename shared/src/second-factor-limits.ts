/**
 * Limits of second factors. They are in a separate file, because the initial scripts of most pages do not need them.
 */
export const FACTOR_LIMITS = {
  passkeys: 10,
  passkeyName: 60,
  recoveryCodes: 10,
  /** Validity of a challenge for a passkey. */
  challengeMs: 5 * 60_000,
  /** Time in which a player must confirm an authenticator app with its first code. */
  setupMs: 15 * 60_000,
  /** Validity of the link in emails about changed factors and about sign-ins from new devices. */
  denyTokenMs: 7 * 24 * 3_600_000,
  /** Time in which new staff must set up a factor. */
  staffGraceMs: 14 * 24 * 3_600_000,
  /** Time for which a staff member's proof of identity is valid. */
  stepUpMs: 10 * 60_000,
} as const;
