/** Texts of the captcha of the sign-up form. */
export const CAPTCHA_TEXTS = {
  checking: 'Checking that you’re not a bot. This takes a few seconds…',
  failed: 'The check that you’re not a bot failed. Try again.',
  rejected: 'The check that you’re not a bot has expired. Try again.',
} as const;
