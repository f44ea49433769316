import { CAPTCHA_TEXTS } from '@rivalhold/shared/texts/captcha.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { api } from '../../lib/api.ts';

/** Status text while a captcha is being solved. */
export const CHECKING_TEXT = CAPTCHA_TEXTS.checking;

/**
 * Fetch a proof-of-work challenge and solve it in the background, which takes a few seconds.
 * @returns the payload for the sign-up
 * @throws Error if the challenge cannot be solved, for example without HTTPS
 */
export async function solveCaptcha(): Promise<string> {
  const challenge = await api('GET /api/captcha');
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null);
  if (!solution) throw new Error(CAPTCHA_TEXTS.failed);
  return btoa(JSON.stringify({ challenge, solution }));
}
