/** Texts of the captcha in the sign-up form. */
export const CAPTCHA_TEXTS = {
  checking: 'Checking that you’re not a bot. This takes a few seconds…',
  failed: 'The bot check failed. Try again.',
  rejected: 'The bot check has expired. Try again.',
} as const;
