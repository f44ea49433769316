import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Where the nodes of a site tell each other of themselves: Redis. */
export class NodeRegistry {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  sharedState<T>(what: { about: string; lifeMs: number }): SharedNodeState<T> {
    return new SharedNodeState(this.#redis, what);
  }

  /** Rejects while it is away. */
  async ping(): Promise<void> {
    await this.#redis.ping();
  }
}

/** What each node tells the others of itself: a value in Redis that goes with its node, for it lives but a short time. */
export class SharedNodeState<T> {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #ttlMs: number;
  readonly #nodeId = randomUUID();
  #others: ReadonlyMap<string, { text: string; value: T }> = new Map();
  #refreshedAt = 0;

  constructor(redis: Redis, { about, lifeMs }: { about: string; lifeMs: number }) {
    this.#redis = redis;
    this.#prefix = `rivalhold:${about}`;
    this.#ttlMs = lifeMs;
  }

  #keyOf(node: string): string {
    return `${this.#prefix}:node:${node}`;
  }

  /** Tells `value` of this node, and reads what the others tell. While Redis is away, what was read last holds for a while. */
  async publish(value: T): Promise<void> {
    const nodes = `${this.#prefix}:nodes`;
    try {
      await this.#redis
        .multi()
        .set(this.#keyOf(this.#nodeId), JSON.stringify(value), 'PX', this.#ttlMs)
        .sadd(nodes, this.#nodeId)
        .exec();
      const others = (await this.#redis.smembers(nodes)).filter((node) => node !== this.#nodeId);
      const texts = others.length > 0 ? await this.#redis.mget(others.map((node) => this.#keyOf(node))) : [];
      const gone = others.filter((_, index) => texts[index] === null);
      if (gone.length > 0) await this.#redis.srem(nodes, ...gone);
      this.#others = new Map(
        others.flatMap((node, index) => {
          const text = texts[index];
          if (!text) return [];
          const before = this.#others.get(node);
          // Most of the time nothing has changed there.
          return [[node, before?.text === text ? before : { text, value: JSON.parse(text) as T }]];
        }),
      );
      this.#refreshedAt = performance.now();
    } catch (error) {
      if (performance.now() - this.#refreshedAt > this.#ttlMs) this.#others = new Map();
      throw error;
    }
  }

  /** What each of the others told at the last exchange. */
  others(): T[] {
    return [...this.#others.values()].map(({ value }) => value);
  }

  /** Takes off what this node told at once. */
  async remove(): Promise<void> {
    await this.#redis
      .multi()
      .del(this.#keyOf(this.#nodeId))
      .srem(`${this.#prefix}:nodes`, this.#nodeId)
      .exec();
  }
}
