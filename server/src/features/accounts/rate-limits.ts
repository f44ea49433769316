import { defineRateLimits } from '../../platform/security/rate-limits.ts';

export const RATE_LIMITS = defineRateLimits({
  signInAddressMinute: { points: 10, seconds: 60 },
  signInAddressHour: { points: 30, seconds: 3600 },
  /** Failures for one account, named by username or email, from one IP address. */
  signInFailures: { points: 10, seconds: 3600 },
  /** Failed sign-ins to one account from all IP addresses. Above this limit, `signInSlow` limits unknown browsers. */
  signInFailuresAll: { points: 100, seconds: 3600 },
  signInSlow: { points: 1, seconds: 60 },
  signUp: { points: 10, seconds: 3600 },
  resetAddress: { points: 5, seconds: 3600 },
  resetEmail: { points: 5, seconds: 3600 },
  /** Resets of one account, even if they name different spellings of its email address. */
  resetAccount: { points: 5, seconds: 3600 },
  /** Resets for other spellings of one mailbox, which anyone can use to create many unconfirmed accounts. */
  resetAliases: { points: 10, seconds: 24 * 3600 },
  token: { points: 20, seconds: 3600 },
  tokenCheck: { points: 60, seconds: 3600 },
  confirmation: { points: 5, seconds: 3600 },
  /** Confirmation mails to one mailbox, for any account. */
  confirmationReceiver: { points: 3, seconds: 24 * 3600 },
  /** Confirmation mails to other spellings of one mailbox. One further mail is reserved for the plain address. */
  confirmationAliases: { points: 2, seconds: 24 * 3600 },
  /** Requested changes of an email address. Each sends a mail to the current address. */
  emailChange: { points: 5, seconds: 24 * 3600 },
  passwordCheck: { points: 10, seconds: 3600 },
});
