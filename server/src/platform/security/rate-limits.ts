import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** How many (`points`) within how many seconds. What is `perNode` each node counts for itself: to ask Redis takes time. */
type RateLimitRule = { points: number; seconds: number; perNode?: true };

/** Every limit of the site. */
export const RATE_LIMITS = {
  signInAddressMinute: { points: 10, seconds: 60 },
  signInAddressHour: { points: 30, seconds: 3600 },
  /** Failures of one account, by its name or by its e-mail, from one address. */
  signInFailures: { points: 10, seconds: 3600 },
  /** The same from everywhere; beyond, unknown browsers go by `signInSlow`. */
  signInFailuresAll: { points: 100, seconds: 3600 },
  signInSlow: { points: 1, seconds: 60 },
  signUp: { points: 10, seconds: 3600 },
  resetAddress: { points: 5, seconds: 3600 },
  resetEmail: { points: 5, seconds: 3600 },
  /** The same for an account, since several spellings may lead to one address. */
  resetAccount: { points: 5, seconds: 3600 },
  token: { points: 20, seconds: 3600 },
  confirmation: { points: 5, seconds: 3600 },
  passwordCheck: { points: 10, seconds: 3600 },
  write: { points: 120, seconds: 60 },
  comment: { points: 12, seconds: 60 },
  report: { points: 20, seconds: 3600 },
  /** Requests of one player to another: who asks and takes it back is told of each time. */
  friendRequest: { points: 5, seconds: 3600 },
  block: { points: 30, seconds: 600 },
  /** Files of one player, for whatever they are. */
  upload: { points: 120, seconds: 600 },
  guestWrite: { points: 60, seconds: 60 },
  /** Far beyond what a page asks for while somebody hurries through it; against who reads all there is. */
  read: { points: 1200, seconds: 60, perNode: true },
  guestRead: { points: 1200, seconds: 60, perNode: true },
  /** Files, of a player or of a guest's address: pages bring dozens at once, and each may be asked of the object store. */
  media: { points: 3000, seconds: 60, perNode: true },
  handshake: { points: 60, seconds: 60 },
  /** Of a player, however many share their address. */
  handshakePlayer: { points: 60, seconds: 60 },
  socketEvent: { points: 60, seconds: 10 },
  /** Beyond, a player's connections are ended. */
  socketFlood: { points: 600, seconds: 10, perNode: true },
  /** Pictures of other sites that are fetched for a player, beside those that are kept. */
  outsideImage: { points: 120, seconds: 60 },
  outsideImageHour: { points: 600, seconds: 3600 },
  post: { points: 10, seconds: 60 },
  postComment: { points: 20, seconds: 60 },
  thread: { points: 10, seconds: 60 },
  forumPost: { points: 20, seconds: 60 },
  forumEdit: { points: 20, seconds: 60 },
  forumLike: { points: 60, seconds: 60 },
  message: { points: 40, seconds: 10 },
  /** Payments begun by a player, and questions to the payment provider about them. */
  checkout: { points: 20, seconds: 600 },
  paymentCheck: { points: 60, seconds: 60 },
  /** Of all admins together: it reads every row of the ledger. */
  ledgerVerify: { points: 3, seconds: 600 },
} as const satisfies Record<string, RateLimitRule>;
export type RateLimitName = keyof typeof RATE_LIMITS;

type Limiter = RateLimiterMemory | RateLimiterRedis;
/** What a rule is counted by: together with the other nodes where there is Redis, and by this one alone. */
type LimiterPair = { shared: RateLimiterRedis | null; own: RateLimiterMemory };

/** What ioredis says of a Redis that does not. */
const REDIS_TIMEOUT_MESSAGE = 'Command timed out';

/**
 * Counts what is done how often; in Redis when there is one, so that nodes count together. While it is away each counts
 * for itself rather than letting all through.
 */
export class RateLimits {
  readonly #rules: Map<RateLimitName, LimiterPair>;
  readonly #enabled: boolean;
  readonly #redisRetryMs: number;
  /** One that has said nothing in time is not asked before: each call would wait for it, several times. */
  #redisRetryAt = Number.NEGATIVE_INFINITY;

  /** @param awayMs for how long a Redis that says nothing is left alone */
  constructor({ on, redis, awayMs }: { on: boolean; redis: Redis | null; awayMs: number }) {
    this.#enabled = on;
    this.#redisRetryMs = awayMs;
    this.#rules = new Map(
      (Object.entries(RATE_LIMITS) as [RateLimitName, RateLimitRule][]).map(
        ([rule, { points, seconds, perNode }]) => {
          const own = new RateLimiterMemory({ keyPrefix: rule, points, duration: seconds });
          const shared =
            redis && !perNode
              ? new RateLimiterRedis({
                  storeClient: redis,
                  keyPrefix: `rivalhold:limit:${rule}`,
                  points,
                  duration: seconds,
                  // Redis is not asked again about who is refused.
                  inMemoryBlockOnConsumed: points + 1,
                })
              : null;
          return [rule, { shared, own }];
        },
      ),
    );
  }

  /**
   * Counts one more under `key`.
   * @throws AppError tooOften, with the seconds to wait, when that is one too many.
   */
  async consume(rule: RateLimitName, key: string | number): Promise<void> {
    if (!this.#enabled) return;
    try {
      await this.#withFallback(rule, (limiter) => limiter.consume(key));
    } catch (result) {
      throw this.#tooManyRequests(result);
    }
  }

  /** Like `consume`, but counts nothing: refuses when the limit is used up already. */
  async check(rule: RateLimitName, key: string | number): Promise<void> {
    if (!this.#enabled) return;
    const counted = await this.#withFallback(rule, (limiter) => limiter.get(key));
    if (counted && counted.consumedPoints >= RATE_LIMITS[rule].points) throw this.#tooManyRequests(counted);
  }

  /** Whether the limit is used up. */
  async isSpent(rule: RateLimitName, key: string | number): Promise<boolean> {
    if (!this.#enabled) return false;
    const counted = await this.#withFallback(rule, (limiter) => limiter.get(key));
    return (counted?.consumedPoints ?? 0) >= RATE_LIMITS[rule].points;
  }

  /** Counts one more without ever refusing. */
  async record(rule: RateLimitName, key: string | number): Promise<void> {
    if (this.#enabled) await this.#withFallback(rule, (limiter) => limiter.penalty(key, 1));
  }

  async reset(rule: RateLimitName, key: string | number): Promise<void> {
    if (this.#enabled) await this.#withFallback(rule, (limiter) => limiter.delete(key));
  }

  async #withFallback<T>(rule: RateLimitName, ask: (limiter: Limiter) => Promise<T>): Promise<T> {
    const { shared, own } = this.#rules.get(rule) as LimiterPair;
    if (shared && performance.now() >= this.#redisRetryAt)
      try {
        return await ask(shared);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error;
        if ((error as Error).message === REDIS_TIMEOUT_MESSAGE)
          this.#redisRetryAt = performance.now() + this.#redisRetryMs;
      }
    return ask(own);
  }

  #tooManyRequests(result: unknown): unknown {
    if (!(result instanceof RateLimiterRes)) return result;
    return new AppError('tooOften', undefined, {
      retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    });
  }
}
