import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type QueueOwner } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';

/**
 * Password hashing and random values. Replaceable, so that the demo world is always the same and created only
 * once.
 */
export type Secrets = {
  /** Return a fight seed: 32 random bytes as hex. */
  fightSeed(): string;
  /** Return a unique key for a purchase, a sale or a staff action. */
  uniqueKey(): string;
  /** Return a random integer from 0 to below `below`, for dice in the Lobby. */
  randomInt(below: number): number;
  /**
   * Throw AppError `unavailable` while too many password checks are waiting. Call it before counting an
   * attempt.
   */
  assertNotBusy(from: QueueOwner): void;
  /**
   * Hash a password. `from` is the id of a player or the network of a guest, which take turns. Throws AppError
   * `unavailable` while too many are waiting, and so does `verifyPassword`.
   */
  hashPassword(password: string, from: QueueOwner): Promise<string>;
  verifyPassword(hash: string, password: string, from: QueueOwner): Promise<boolean>;
};

/** argon2id (the library's default) with OWASP's first recommendation for servers (19 MiB, two passes). */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Concurrent hashes, of the four libuv threads that files, DNS and compression use, too; and the maximum number
 * waiting in total, and running and waiting per network or player. More are rejected: otherwise a password-guessing
 * attack would block all of these for minutes.
 */
const hashQueue = new FairQueue({ concurrency: 2, maxWaiting: 100, maxOfOwner: 27 });
const assertNotBusy = (from: QueueOwner): void => {
  if (hashQueue.isFull(from)) throw new AppError('unavailable');
};
const queueHash = async <T>(from: QueueOwner, work: () => Promise<T>): Promise<T> => {
  assertNotBusy(from);
  return hashQueue.add(from, work);
};

/** Return a password as RFC 8265 (OpaqueString) compares it: in NFC, with every kind of space as an ASCII space. */
const opaqueString = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');

export const systemSecrets: Secrets = {
  fightSeed: () => randomBytes(32).toString('hex'),
  uniqueKey: randomUUID,
  randomInt: (below) => randomInt(below),
  assertNotBusy,
  hashPassword: (password, from) => queueHash(from, () => hash(opaqueString(password), ARGON2)),
  verifyPassword: (stored, password, from) => queueHash(from, () => verify(stored, opaqueString(password))),
};

/** Return an opaque token for a cookie or a mailed link: 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** Length of the signature at the end of a session token: 132 bits in base64url. */
const TOKEN_SIGNATURE_LENGTH = 22;
const tokenSignature = (secret: string, random: string): string =>
  sign(secret, `session ${random}`).slice(0, TOKEN_SIGNATURE_LENGTH);
/** Return a token for a session cookie, which `isSessionToken` recognizes without the database. */
export function newSessionToken(secret: string): string {
  const random = newToken();
  return random + tokenSignature(secret, random);
}
/** Report whether this site has issued a session token; the session may have ended. */
export function isSessionToken(secret: string, token: string): boolean {
  const random = token.slice(0, -TOKEN_SIGNATURE_LENGTH);
  return timingSafeEqualText(token.slice(random.length), tokenSignature(secret, random));
}
/** Return the stored form of a token, which is useless to someone who steals the table. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** Return the HMAC-SHA256 of a text in base64url. */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compare two texts in constant time. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
