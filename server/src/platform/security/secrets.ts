import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type Owner } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';

/** Where passwords are hashed and secrets drawn; a seam, so that a demo world is made once and always the same. */
export type Secrets = {
  /** 32 random bytes as hex: the seed of a fight. */
  fightSeed(): string;
  /** A name that nothing has: of one purchase, one sale, one act of staff. */
  uniqueKey(): string;
  /** A whole number from 0 to below `below`, each as likely: of a die of the lobby. */
  draw(below: number): number;
  /** Throws AppError unavailable while too many passwords wait to be judged: before a try is counted against anybody. */
  refuseBusy(from: Owner): void;
  /**
   * `from` is the network of a guest or the id of a player, whose turns these are. Throws AppError unavailable while too
   * many wait for it; so does `verifyPassword`.
   */
  hashPassword(password: string, from: Owner): Promise<string>;
  verifyPassword(hash: string, password: string, from: Owner): Promise<boolean>;
};

/** argon2id (the library's default) with OWASP's first recommendation for servers (19 MiB, two passes). */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Passwords at a time, of the four threads that files, names of hosts and compressed answers wait for too; who would wait
 * behind more than these is told to come again, or a crowd of guessers would hold up all of that for minutes; who comes
 * from one network waits behind its own alone.
 */
const HASHING = { atOnce: 2, waiting: 100, ofOne: 25 } as const;
const hashing = new FairQueue({ atOnce: HASHING.atOnce });
const refuseBusy = (from: Owner): void => {
  if (hashing.waiting >= HASHING.waiting || hashing.waitingOf(from) >= HASHING.ofOne)
    throw new AppError('unavailable');
};
const inTurn = async <T>(from: Owner, work: () => Promise<T>): Promise<T> => {
  refuseBusy(from);
  return hashing.add(from, work);
};

export const systemSecrets: Secrets = {
  fightSeed: () => randomBytes(32).toString('hex'),
  uniqueKey: randomUUID,
  draw: (below) => randomInt(below),
  refuseBusy,
  hashPassword: (password, from) => inTurn(from, () => hash(password, ARGON2)),
  verifyPassword: (stored, password, from) => inTurn(from, () => verify(stored, password)),
};

/** An opaque token for a cookie or a mailed link: 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** How a token is stored: a stolen table opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares without telling by its time how much was right. */
export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
