import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Where the nodes of a site tell each other of themselves: Redis. */
export class NodeBoard {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  notes<T>(what: { about: string; lifeMs: number }): NodeNotes<T> {
    return new NodeNotes(this.#redis, what);
  }

  /** Rejects while it is away. */
  async answers(): Promise<void> {
    await this.#redis.ping();
  }
}

/** What each node tells the others of itself: a value in Redis that goes with its node, for it lives but a short time. */
export class NodeNotes<T> {
  readonly #redis: Redis;
  readonly #about: string;
  readonly #lifeMs: number;
  readonly #own = randomUUID();
  #read: ReadonlyMap<string, { text: string; value: T }> = new Map();
  #heardAt = 0;

  constructor(redis: Redis, { about, lifeMs }: { about: string; lifeMs: number }) {
    this.#redis = redis;
    this.#about = `rivalhold:${about}`;
    this.#lifeMs = lifeMs;
  }

  #keyOf(node: string): string {
    return `${this.#about}:node:${node}`;
  }

  /** Tells `value` of this node, and reads what the others tell. While Redis is away, what was read last holds for a while. */
  async exchange(value: T): Promise<void> {
    const nodes = `${this.#about}:nodes`;
    try {
      await this.#redis
        .multi()
        .set(this.#keyOf(this.#own), JSON.stringify(value), 'PX', this.#lifeMs)
        .sadd(nodes, this.#own)
        .exec();
      const others = (await this.#redis.smembers(nodes)).filter((node) => node !== this.#own);
      const texts = others.length > 0 ? await this.#redis.mget(others.map((node) => this.#keyOf(node))) : [];
      const gone = others.filter((_, index) => texts[index] === null);
      if (gone.length > 0) await this.#redis.srem(nodes, ...gone);
      this.#read = new Map(
        others.flatMap((node, index) => {
          const text = texts[index];
          if (!text) return [];
          const before = this.#read.get(node);
          // Most of the time nothing has changed there.
          return [[node, before?.text === text ? before : { text, value: JSON.parse(text) as T }]];
        }),
      );
      this.#heardAt = performance.now();
    } catch (error) {
      if (performance.now() - this.#heardAt > this.#lifeMs) this.#read = new Map();
      throw error;
    }
  }

  /** What each of the others told at the last exchange. */
  others(): T[] {
    return [...this.#read.values()].map(({ value }) => value);
  }

  /** Takes off what this node told at once. */
  async leave(): Promise<void> {
    await this.#redis.multi().del(this.#keyOf(this.#own)).srem(`${this.#about}:nodes`, this.#own).exec();
  }
}
