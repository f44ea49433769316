import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { PASSKEY_TEXTS as TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { hashToken, sign, timingSafeEqualText } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';

/** The site to which passkeys belong: its domain and its origin. */
export type RelyingParty = { id: string; origin: string };

/**
 * Return the site to which passkeys belong. It is `PUBLIC_URL`, or, if this setting is missing, the loopback host of
 * the request.
 * @throws AppError `conflict` if browsers do not allow passkeys there, because the host is an IP address or the
 *   connection is not encrypted.
 */
export function relyingParty({ config }: Site, request: FastifyRequest): RelyingParty {
  const url = config.publicUrl ?? URL.parse(`http://${request.host}`);
  const isAllowed =
    url &&
    isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0 &&
    (url.protocol === 'https:' || isLoopbackHost(url.hostname));
  if (!isAllowed) throw new AppError('conflict', TEXTS.needsDomain);
  return { id: url.hostname, origin: url.origin };
}

/** The hash and the expiry time of a challenge that a browser has returned. */
export type SignedChallenge = { hash: string; expiresAt: Date };

/**
 * Create a challenge for one purpose, such as `sign-in`. It contains its expiry time and a signature, so the site can
 * verify it without storing it. Only used challenges are stored, so that guests cannot fill the table by requesting
 * challenges.
 */
export function newChallenge(site: Site, purpose: string): string {
  const random = randomBytes(16).toString('base64url');
  const expiresAt = site.clock.now().getTime() + FACTOR_LIMITS.challengeMs;
  return [random, expiresAt, signatureOf(site, purpose, random, expiresAt)].join('.');
}

const signatureOf = (site: Site, purpose: string, random: string, expiresAt: number): string =>
  sign(site.config.sessionSecret, `challenge:${purpose}:${random}:${expiresAt}`);

/**
 * Return a challenge if the site issued it for this purpose and it has not expired, otherwise null.
 * @param encoded the challenge as browsers return it: base64url
 */
export function parseChallenge(site: Site, purpose: string, encoded: string): SignedChallenge | null {
  const [random = '', expiry = '', signature = ''] = Buffer.from(encoded, 'base64url').toString().split('.');
  const expiresAt = new Date(Number(expiry));
  return timingSafeEqualText(signature, signatureOf(site, purpose, random, Number(expiry))) &&
    expiresAt > site.clock.now()
    ? { hash: hashToken(random), expiresAt }
    : null;
}
