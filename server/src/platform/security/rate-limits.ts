import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, hasCode } from '../errors.ts';

/**
 * A limit of `points` actions in `seconds`. By default, all nodes share the counter. If `perNode` is set, each node
 * counts separately, which saves a request to Redis. The name is unique, because it is part of the keys in Redis.
 */
export type RateLimit = { name: string; points: number; seconds: number; perNode?: true };

const names = new Set<string>();

/**
 * Define rate limits. Their names are the keys of `rules`.
 * @throws Error if a name is already used
 */
export function defineRateLimits<Name extends string>(
  rules: Record<Name, Omit<RateLimit, 'name'>>,
): Record<Name, RateLimit> {
  const limits = Object.entries<Omit<RateLimit, 'name'>>(rules).map(([name, rule]) => {
    if (names.has(name)) throw new Error(`Two rate limits are named ${name}.`);
    names.add(name);
    return [name, { name, ...rule }];
  });
  return Object.fromEntries(limits);
}

/** General rate limits for requests, files and sockets. The features define the rate limits for their own actions. */
export const RATE_LIMITS = defineRateLimits({
  write: { points: 120, seconds: 60 },
  guestWrite: { points: 60, seconds: 60 },
  /** Requests that read. The limit is far above the needs of quick browsing, so it affects only clients that scrape. */
  read: { points: 1200, seconds: 60, perNode: true },
  /** Entries of lists of players that a viewer loads. Quick browsing loads about 1,000 entries a minute. */
  listedPlayers: { points: 3_000, seconds: 60, perNode: true },
  listedPlayersHour: { points: 20_000, seconds: 3600, perNode: true },
  guestRead: { points: 1200, seconds: 60, perNode: true },
  /** Requests by id for content that does not exist or that the client is not allowed to see. */
  missing: { points: 120, seconds: 600, perNode: true },
  /**
   * Requests for files, counted by player. Requests by guests, and requests for public files, are counted by address.
   * A page requests dozens of files concurrently.
   */
  media: { points: 3000, seconds: 60, perNode: true },
  /** Uploads, counted by player. */
  upload: { points: 120, seconds: 600 },
  /** CPU time in ms for decoding a player's uploads. All players share the decoders. */
  decoding: { points: 60_000, seconds: 600 },
  /**
   * Time in ms for which a player can use the video converter. A video takes up to 90 s. The limit is checked
   * before each video, so every player can convert at least four videos an hour.
   */
  conversion: { points: 300_000, seconds: 3600 },
  /**
   * Time in ms for which all new accounts together can use the video converter. About half of the converter's time
   * remains for settled accounts.
   */
  conversionOfNew: { points: 240_000, seconds: 600, perNode: true },
  handshake: { points: 60, seconds: 60 },
  /** Socket handshakes of one player, from any number of addresses. */
  handshakePlayer: { points: 60, seconds: 60 },
  socketEvent: { points: 60, seconds: 10 },
  /** Events of one player. An event beyond this limit closes the connection that sent it. */
  socketFlood: { points: 600, seconds: 10, perNode: true },
});

type Limiter = RateLimiterMemory | RateLimiterRedis;
/**
 * The counters of a rate limit. `shared` counts in Redis for all nodes. It is null without Redis or for `perNode`.
 * `local` counts on this node.
 */
type LimiterPair = { shared: RateLimiterRedis | null; local: RateLimiterMemory };

/** Error message of ioredis for a command that timed out. */
const REDIS_TIMEOUT_MESSAGE = 'Command timed out';

/**
 * Counts actions, and rejects actions beyond a rate limit. With Redis, all nodes share the counters. While Redis is
 * down, each node counts separately.
 */
export class RateLimits {
  readonly #limiters = new Map<string, LimiterPair>();
  readonly #enabled: boolean;
  readonly #redis: Redis | null;
  readonly #redisRetryMs: number;
  readonly #onExceeded: (limit: RateLimit) => void;
  /**
   * Time of `performance.now()` before which Redis is not used. It is set after a Redis timeout, so that the next calls
   * do not wait for a timeout, too.
   */
  #redisRetryAt = Number.NEGATIVE_INFINITY;

  /**
   * @param redisRetryMs time in ms for which Redis is not used after a timeout
   * @param onExceeded called for each action that is rejected
   */
  constructor({
    enabled,
    redis,
    redisRetryMs,
    onExceeded = () => {},
  }: {
    enabled: boolean;
    redis: Redis | null;
    redisRetryMs: number;
    onExceeded?: (limit: RateLimit) => void;
  }) {
    this.#enabled = enabled;
    this.#redisRetryMs = redisRetryMs;
    this.#onExceeded = onExceeded;
    this.#redis = redis;
  }

  /**
   * Count one action for `key`, or several actions (`points`).
   * @throws AppError `tooOften` with the seconds to wait, if the limit is exceeded
   */
  async consume(limit: RateLimit, key: string | number, points = 1): Promise<void> {
    if (!this.#enabled) return;
    try {
      await this.#withFallback(limit, (limiter) => limiter.consume(key, points));
    } catch (result) {
      throw this.#tooManyRequests(limit, result);
    }
  }

  /** Count an action for `key`, and return whether it is within the limit. */
  async tryConsume(limit: RateLimit, key: string | number): Promise<boolean> {
    try {
      await this.consume(limit, key);
      return true;
    } catch (error) {
      if (hasCode(error, 'tooOften')) return false;
      throw error;
    }
  }

  /** Throw AppError `tooOften` if the limit is used up. This does not count an action. */
  async check(limit: RateLimit, key: string | number): Promise<void> {
    if (!this.#enabled) return;
    const counted = await this.#withFallback(limit, (limiter) => limiter.get(key));
    if (counted && counted.consumedPoints >= limit.points) throw this.#tooManyRequests(limit, counted);
  }

  /** Report whether the limit is used up. This does not count an action. */
  async isSpent(limit: RateLimit, key: string | number): Promise<boolean> {
    if (!this.#enabled) return false;
    const counted = await this.#withFallback(limit, (limiter) => limiter.get(key));
    return (counted?.consumedPoints ?? 0) >= limit.points;
  }

  /** Count one action, or several actions (`points`), without rejecting them. */
  async record(limit: RateLimit, key: string | number, points = 1): Promise<void> {
    if (this.#enabled) await this.#withFallback(limit, (limiter) => limiter.penalty(key, points));
  }

  /** Reset the counter of `key`. */
  async reset(limit: RateLimit, key: string | number): Promise<void> {
    if (this.#enabled) await this.#withFallback(limit, (limiter) => limiter.delete(key));
  }

  #limiterOf({ name, points, seconds, perNode }: RateLimit): LimiterPair {
    const known = this.#limiters.get(name);
    if (known) return known;
    const local = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    const shared =
      this.#redis && !perNode
        ? new RateLimiterRedis({
            storeClient: this.#redis,
            keyPrefix: `rivalhold:limit:${name}`,
            points,
            duration: seconds,
            // Once the limit is exceeded, reject further actions without a request to Redis.
            inMemoryBlockOnConsumed: points + 1,
          })
        : null;
    const limiter = { shared, local };
    this.#limiters.set(name, limiter);
    return limiter;
  }

  async #withFallback<T>(limit: RateLimit, run: (limiter: Limiter) => Promise<T>): Promise<T> {
    const { shared, local } = this.#limiterOf(limit);
    if (shared && performance.now() >= this.#redisRetryAt)
      try {
        return await run(shared);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error;
        if ((error as Error).message === REDIS_TIMEOUT_MESSAGE)
          this.#redisRetryAt = performance.now() + this.#redisRetryMs;
      }
    return run(local);
  }

  #tooManyRequests(limit: RateLimit, result: unknown): unknown {
    if (!(result instanceof RateLimiterRes)) return result;
    this.#onExceeded(limit);
    return new AppError('tooOften', undefined, {
      limit: limit.name,
      retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    });
  }
}

/**
 * Count the players in a list towards the viewer's rate limits, so that a client cannot copy all of the site's
 * profiles. `count` is the number of players in the list.
 * @throws AppError `tooOften` if a limit is exceeded
 */
export async function countListedPlayers(limits: RateLimits, viewerId: number, count: number): Promise<void> {
  await limits.consume(RATE_LIMITS.listedPlayers, viewerId, count);
  await limits.consume(RATE_LIMITS.listedPlayersHour, viewerId, count);
}
