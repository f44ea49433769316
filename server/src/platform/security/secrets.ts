import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type QueueOwner } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';

/** Where passwords are hashed and secrets drawn; a seam, so that a demo world is made once and always the same. */
export type Secrets = {
  /** 32 random bytes as hex: the seed of a fight. */
  fightSeed(): string;
  /** A name that nothing has: of one purchase, one sale, one act of staff. */
  uniqueKey(): string;
  /** A whole number from 0 to below `below`, each as likely: of a die of the lobby. */
  randomInt(below: number): number;
  /** Throws AppError unavailable while too many passwords wait to be judged: before a try is counted against anybody. */
  assertNotBusy(from: QueueOwner): void;
  /**
   * `from` is the network of a guest or the id of a player, whose turns these are. Throws AppError unavailable while too
   * many wait for it; so does `verifyPassword`.
   */
  hashPassword(password: string, from: QueueOwner): Promise<string>;
  verifyPassword(hash: string, password: string, from: QueueOwner): Promise<boolean>;
};

/** argon2id (the library's default) with OWASP's first recommendation for servers (19 MiB, two passes). */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Passwords at a time, of the four threads that files, names of hosts and compressed answers wait for too; who would wait
 * behind more than these is told to come again, or a crowd of guessers would hold up all of that for minutes; who comes
 * from one network waits behind its own alone.
 */
const HASH_LIMITS = { concurrency: 2, waiting: 100, perOwner: 25 } as const;
const hashQueue = new FairQueue({ concurrency: HASH_LIMITS.concurrency });
const assertNotBusy = (from: QueueOwner): void => {
  if (hashQueue.waiting >= HASH_LIMITS.waiting || hashQueue.waitingFor(from) >= HASH_LIMITS.perOwner)
    throw new AppError('unavailable');
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

/** An opaque token for a cookie or a mailed link: 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** How a token is stored: a stolen table opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares without telling by its time how much was right. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
