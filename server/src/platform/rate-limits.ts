import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

/** How many (`points`) within how many seconds. What is `byNode` each node counts for itself: to ask Redis takes time. */
type Rule = { points: number; seconds: number; byNode?: true };

/** Every limit of the site. */
export const RATE_RULES = {
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
  read: { points: 1200, seconds: 60, byNode: true },
  guestRead: { points: 1200, seconds: 60, byNode: true },
  /** Files, of a player or of a guest's address: pages bring dozens at once, and each may be asked of the object store. */
  media: { points: 3000, seconds: 60, byNode: true },
  handshake: { points: 60, seconds: 60 },
  /** Of a player, however many share their address. */
  handshakePlayer: { points: 60, seconds: 60 },
  socketEvent: { points: 60, seconds: 10 },
  /** Beyond, a player's connections are ended. */
  socketFlood: { points: 600, seconds: 10, byNode: true },
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
} as const satisfies Record<string, Rule>;
export type RateRule = keyof typeof RATE_RULES;

type Limiter = RateLimiterMemory | RateLimiterRedis;

/** Counts what is done how often; in Redis when there is one, so that nodes count together. */
export class RateLimits {
  readonly #limiters: Map<RateRule, Limiter>;
  readonly #on: boolean;

  constructor({ on, redis }: { on: boolean; redis: Redis | null }) {
    this.#on = on;
    this.#limiters = new Map(
      (Object.entries(RATE_RULES) as [RateRule, Rule][]).map(([rule, { points, seconds, byNode }]) => {
        const memory = new RateLimiterMemory({ keyPrefix: rule, points, duration: seconds });
        const limiter =
          redis && !byNode
            ? new RateLimiterRedis({
                storeClient: redis,
                keyPrefix: `rivalhold:limit:${rule}`,
                points,
                duration: seconds,
                // Redis is not asked again about who is refused.
                inMemoryBlockOnConsumed: points + 1,
                // While Redis is away each node counts for itself rather than letting all through.
                insuranceLimiter: memory,
              })
            : memory;
        return [rule, limiter];
      }),
    );
  }

  /**
   * Counts one more under `key`.
   * @throws AppError tooOften, with the seconds to wait, when that is one too many.
   */
  async consume(rule: RateRule, key: string | number): Promise<void> {
    if (!this.#on) return;
    try {
      await this.#limiters.get(rule)?.consume(key);
    } catch (result) {
      throw this.#refusal(result);
    }
  }

  /** Like `consume`, but counts nothing: refuses when the limit is used up already. */
  async check(rule: RateRule, key: string | number): Promise<void> {
    if (!this.#on) return;
    const counted = await this.#limiters.get(rule)?.get(key);
    if (counted && counted.consumedPoints >= RATE_RULES[rule].points) throw this.#refusal(counted);
  }

  /** Whether the limit is used up. */
  async isSpent(rule: RateRule, key: string | number): Promise<boolean> {
    if (!this.#on) return false;
    const counted = await this.#limiters.get(rule)?.get(key);
    return (counted?.consumedPoints ?? 0) >= RATE_RULES[rule].points;
  }

  /** Counts one more without ever refusing. */
  async note(rule: RateRule, key: string | number): Promise<void> {
    if (this.#on) await this.#limiters.get(rule)?.penalty(key, 1);
  }

  async forget(rule: RateRule, key: string | number): Promise<void> {
    if (this.#on) await this.#limiters.get(rule)?.delete(key);
  }

  #refusal(result: unknown): unknown {
    if (!(result instanceof RateLimiterRes)) return result;
    return new AppError('tooOften', undefined, {
      retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    });
  }
}
