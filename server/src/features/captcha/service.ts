import type { CaptchaChallenge } from '@rivalhold/shared/contract/captcha.ts';
import { CAPTCHA_TEXTS } from '@rivalhold/shared/texts/captcha.ts';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveSecret } from '../../platform/security/encryption.ts';
import { defineRateLimits, type RateLimit } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { markUsed } from './queries.ts';

const RATE_LIMITS = defineRateLimits({
  /** Sign-up attempts from one network. Further attempts need a captcha. */
  signUpsOfNetwork: { points: 10, seconds: 3600 },
});
const totalLimit = ({ config }: Site): RateLimit => ({
  name: 'signUpsInTotal',
  points: config.signUpsPerHour,
  seconds: 3600,
});

const LIFE_MS = 10 * 60_000;
/**
 * The work to solve one challenge: deriving 200 to 400 keys with 10,000 rounds each. This takes about a
 * second on a laptop and a few seconds on an old phone.
 */
const COST = 10_000;
const MIN_KEYS = 200;

const secretsOf = ({ config }: Site) => ({
  hmacSignatureSecret: deriveSecret(config.sessionSecret, 'captcha'),
  hmacKeySignatureSecret: deriveSecret(config.sessionSecret, 'captcha-key'),
});

/**
 * Create a challenge. The expiry time is part of the signed data. The ALTCHA library does not use the site's clock, so
 * `requireCaptchaIfBusy` checks the expiry time.
 */
export async function newChallenge(site: Site): Promise<CaptchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: MIN_KEYS + site.secrets.randomInt(MIN_KEYS),
    data: { expiresAt: site.clock.now().getTime() + LIFE_MS },
    deriveKey,
    ...secretsOf(site),
  });
  return challenge as CaptchaChallenge;
}

const captchaError = (message?: string): AppError =>
  new AppError('captcha', message, { challenge: '/api/captcha' });

/** A solved challenge. */
export type SolvedCaptcha = { signature: string; expiresAt: Date };

/**
 * Count an attempt to sign up. Require a captcha if there are more sign-ups than usual from the same network,
 * or from all networks together.
 * @param payload a challenge and its solution as the ALTCHA widget sends them: JSON in base64
 * @returns the solved captcha, to be used with `useCaptcha` in the transaction of the sign-up; null if no
 * captcha is needed
 * @throws AppError `captcha` if a captcha is needed and the payload is missing, wrong or expired
 */
export async function requireCaptchaIfBusy(
  site: Site,
  { network, payload }: { network: string; payload: string | null | undefined },
): Promise<SolvedCaptcha | null> {
  const usual = [
    await site.limits.tryConsume(RATE_LIMITS.signUpsOfNetwork, network),
    await site.limits.tryConsume(totalLimit(site), 'all'),
  ];
  if (usual.every(Boolean)) return null;
  if (!payload) throw captchaError();
  const solved = await verifyPayload(site, payload);
  if (!solved || solved.expiresAt <= site.clock.now()) throw captchaError(CAPTCHA_TEXTS.rejected);
  return solved;
}

/** Mark a captcha as used. @throws AppError `captcha` if it was used before, even by a concurrent sign-up */
export async function useCaptcha(tx: Tx, { signature, expiresAt }: SolvedCaptcha): Promise<void> {
  if (!(await markUsed(tx, signature, expiresAt))) throw captchaError(CAPTCHA_TEXTS.rejected);
}

async function verifyPayload(site: Site, payload: string): Promise<SolvedCaptcha | null> {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as {
      challenge: Challenge;
      solution: Solution;
    };
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(site) });
    if (!verified) return null;
    return {
      signature: String(challenge.signature),
      expiresAt: new Date(Number(challenge.parameters.data?.expiresAt)),
    };
  } catch {
    // The payload is not a challenge with a solution.
    return null;
  }
}
