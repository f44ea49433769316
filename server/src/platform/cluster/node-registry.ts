import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Exchanges state between the nodes of a site through Redis. */
export class NodeRegistry {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Create a value shared between the nodes. A node's value expires `ttlMs` after it is published. */
  sharedState<T>(options: { name: string; ttlMs: number }): SharedNodeState<T> {
    return new SharedNodeState(this.#redis, options);
  }

  /** Reject if Redis does not respond. */
  async ping(): Promise<void> {
    await this.#redis.ping();
  }
}

/** A value that each node publishes to the other nodes. If a node stops, its value soon expires in Redis. */
export class SharedNodeState<T> {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #ttlMs: number;
  readonly #nodeId = randomUUID();
  #others: ReadonlyMap<string, { text: string; value: T }> = new Map();
  #refreshedAt = 0;

  constructor(redis: Redis, { name, ttlMs }: { name: string; ttlMs: number }) {
    this.#redis = redis;
    this.#prefix = `rivalhold:${name}`;
    this.#ttlMs = ttlMs;
  }

  #keyOf(node: string): string {
    return `${this.#prefix}:node:${node}`;
  }

  /**
   * Publish this node's value and read the values of the other nodes. While Redis is down, the last values
   * that this node has read stay valid for `ttlMs`.
   */
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
      const missing = others.filter((_, index) => texts[index] === null);
      if (missing.length > 0) await this.#redis.srem(nodes, ...missing);
      this.#others = new Map(
        others.flatMap((node, index) => {
          const text = texts[index];
          if (!text) return [];
          const previous = this.#others.get(node);
          // Most values have not changed since the last call, so they need not be parsed again.
          return [[node, previous?.text === text ? previous : { text, value: JSON.parse(text) as T }]];
        }),
      );
      this.#refreshedAt = performance.now();
    } catch (error) {
      if (performance.now() - this.#refreshedAt > this.#ttlMs) this.#others = new Map();
      throw error;
    }
  }

  /** Return the values of the other nodes as of the last call to `publish`. */
  others(): T[] {
    return [...this.#others.values()].map(({ value }) => value);
  }

  /** Remove this node's value without waiting for it to expire. */
  async remove(): Promise<void> {
    await this.#redis
      .multi()
      .del(this.#keyOf(this.#nodeId))
      .srem(`${this.#prefix}:nodes`, this.#nodeId)
      .exec();
  }
}
