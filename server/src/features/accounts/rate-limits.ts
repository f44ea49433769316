import { defineRateLimits } from '../../platform/security/rate-limits.ts';

export const RATE_LIMITS = defineRateLimits({
  signInAddressMinute: { points: 10, seconds: 60 },
  signInAddressHour: { points: 30, seconds: 3600 },
  /** Failed sign-ins to one account from one IP address. Sign-ins by username and by email address count separately. */
  signInFailures: { points: 10, seconds: 3600 },
  /**
   * Failed sign-ins to one account from all IP addresses. At this limit, `signInSlow` applies to unknown browsers.
   */
  signInFailuresAll: { points: 100, seconds: 3600 },
  signInSlow: { points: 1, seconds: 60 },
  signUp: { points: 10, seconds: 3600 },
  resetAddress: { points: 5, seconds: 3600 },
  resetEmail: { points: 5, seconds: 3600 },
  /** Password reset emails to one account. All spellings of its address count together. */
  resetAccount: { points: 5, seconds: 3600 },
  /**
   * Password reset emails to all accounts whose unconfirmed addresses are aliases of one mailbox. Without this shared
   * limit, anyone could flood a mailbox by creating many such accounts.
   */
  resetAliases: { points: 10, seconds: 24 * 3600 },
  token: { points: 20, seconds: 3600 },
  tokenCheck: { points: 60, seconds: 3600 },
  confirmation: { points: 5, seconds: 3600 },
  /** Confirmation emails to one mailbox, from all accounts together. */
  confirmationReceiver: { points: 3, seconds: 24 * 3600 },
  /**
   * Confirmation emails to the aliases of one mailbox, such as name+2@example.com. The limit is one less than
   * `confirmationReceiver`, so that the plain address can always receive one email.
   */
  confirmationAliases: { points: 2, seconds: 24 * 3600 },
  /**
   * Requests to change an email address. A request sends an email to the new address. If the current address is
   * confirmed, it can receive an email, too.
   */
  emailChange: { points: 5, seconds: 24 * 3600 },
  /** Emails to one account about sign-ins from new devices. */
  signInAlerts: { points: 10, seconds: 24 * 3600 },
  passwordCheck: { points: 10, seconds: 3600 },
});
