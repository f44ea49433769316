import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Where the nodes of a site tell each other of themselves: Redis. */
export class NodeBoard {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  notes(what: { about: string; lifeMs: number }): NodeNotes {
    return new NodeNotes(this.#redis, what);
  }

  /** Rejects while it is away. */
  async answers(): Promise<void> {
    await this.#redis.ping();
  }
}

/** What each node tells the others of itself: a text in Redis that goes with its node, for it lives but a short time. */
export class NodeNotes {
  readonly #redis: Redis;
  readonly #about: string;
  readonly #lifeMs: number;
  readonly #own = randomUUID();
  #read: ReadonlyMap<string, string> = new Map();
  #heardAt = 0;

  constructor(redis: Redis, { about, lifeMs }: { about: string; lifeMs: number }) {
    this.#redis = redis;
    this.#about = `rivalhold:${about}`;
    this.#lifeMs = lifeMs;
  }

  #keyOf(node: string): string {
    return `${this.#about}:node:${node}`;
  }

  /** Tells `text` of this node, and reads what the others tell. While Redis is away, what was read last holds for a while. */
  async exchange(text: string): Promise<void> {
    const nodes = `${this.#about}:nodes`;
    try {
      await this.#redis
        .multi()
        .set(this.#keyOf(this.#own), text, 'PX', this.#lifeMs)
        .sadd(nodes, this.#own)
        .exec();
      const others = (await this.#redis.smembers(nodes)).filter((node) => node !== this.#own);
      const texts = others.length > 0 ? await this.#redis.mget(others.map((node) => this.#keyOf(node))) : [];
      const gone = others.filter((_, index) => texts[index] === null);
      if (gone.length > 0) await this.#redis.srem(nodes, ...gone);
      this.#read = new Map(
        others.flatMap((node, index) => (texts[index] ? [[node, texts[index]] as const] : [])),
      );
      this.#heardAt = performance.now();
    } catch (error) {
      if (performance.now() - this.#heardAt > this.#lifeMs) this.#read = new Map();
      throw error;
    }
  }

  /** What each of the others told at the last exchange, by a name of the node. */
  others(): ReadonlyMap<string, string> {
    return this.#read;
  }

  /** Takes this node's text off at once. */
  async leave(): Promise<void> {
    await this.#redis.multi().del(this.#keyOf(this.#own)).srem(`${this.#about}:nodes`, this.#own).exec();
  }
}
