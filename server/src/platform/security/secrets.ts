import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type QueueOwner } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';

/**
 * Password hashing and random values. The demo world and tests replace some of these functions, for example with
 * deterministic functions.
 */
export type Secrets = {
  /** Return a fight seed: 32 random bytes as hex. */
  fightSeed(): string;
  /** Return a unique key for a purchase, a sale, a staff action or a file. */
  uniqueKey(): string;
  /** Return a random integer from 0 to `below` - 1. */
  randomInt(below: number): number;
  /**
   * Throw AppError `unavailable` while too many password checks are waiting. Call this before counting an attempt, so
   * that an attempt rejected for this reason is not counted.
   */
  assertNotBusy(from: QueueOwner): void;
  /**
   * Hash a password. `from` is the owner of the task: a player's id or a guest's network. The queue takes tasks from
   * each owner in turn.
   * @throws AppError `unavailable`, like `verifyPassword`, while too many password checks are waiting
   */
  hashPassword(password: string, from: QueueOwner): Promise<string>;
  verifyPassword(hash: string, password: string, from: QueueOwner): Promise<boolean>;
};

/**
 * Parameters for argon2id, which is the library's default algorithm. OWASP recommends these values: 19 MiB of memory
 * and two passes.
 */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Queue of password hashes. Two hashes run concurrently, which leaves two of the four libuv threads for files, DNS and
 * compression. The number of waiting hashes is limited, in total and for each player or network. Without these limits,
 * a password-guessing attack would block sign-in for minutes.
 */
const hashQueue = new FairQueue({ concurrency: 2, maxWaiting: 100, maxOfOwner: 27 });
const assertNotBusy = (from: QueueOwner): void => {
  if (hashQueue.isFull(from)) throw new AppError('unavailable');
};
const queueHash = async <T>(from: QueueOwner, work: () => Promise<T>): Promise<T> => {
  assertNotBusy(from);
  return hashQueue.add(from, work);
};

/**
 * Normalize a password as RFC 8265 requires (OpaqueString): convert it to NFC, and replace every kind of space with an
 * ASCII space.
 */
const opaqueString = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');

export const systemSecrets: Secrets = {
  fightSeed: () => randomBytes(32).toString('hex'),
  uniqueKey: randomUUID,
  randomInt: (below) => randomInt(below),
  assertNotBusy,
  hashPassword: (password, from) => queueHash(from, () => hash(opaqueString(password), ARGON2)),
  verifyPassword: (stored, password, from) => queueHash(from, () => verify(stored, opaqueString(password))),
};

/** Return a token for a cookie or a link in an email. It has 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** Length of the signature at the end of a session token, in base64url characters (132 bits). */
const TOKEN_SIGNATURE_LENGTH = 22;
const tokenSignature = (secret: string, random: string): string =>
  sign(secret, `session ${random}`).slice(0, TOKEN_SIGNATURE_LENGTH);
/**
 * Return a token for a session cookie. The token is signed, so that `isSessionToken` can check it without the database.
 */
export function newSessionToken(secret: string): string {
  const random = newToken();
  return random + tokenSignature(secret, random);
}
/** Report whether this site has issued a session token. The session itself might have ended. */
export function isSessionToken(secret: string, token: string): boolean {
  const random = token.slice(0, -TOKEN_SIGNATURE_LENGTH);
  return timingSafeEqualText(token.slice(random.length), tokenSignature(secret, random));
}
/**
 * Return the SHA-256 hash of a token. The hash is stored instead of the token, so that a stolen table contains no valid
 * tokens.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** Return the HMAC-SHA256 of a string in base64url. */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compare two texts in constant time. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
