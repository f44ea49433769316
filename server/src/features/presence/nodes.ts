import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

const NODES = 'rivalhold:presence:nodes';
const keyOf = (node: string): string => `rivalhold:presence:node:${node}`;
/** A node that has not said for so long who is connected to it is gone, and its players with it. */
const LIFE_MS = 10_000;

/** Who is connected to the other nodes: each keeps its own list in Redis, for a short time. */
export class Nodes {
  readonly #redis: Redis;
  readonly #own = randomUUID();
  readonly #read = new Map<string, { text: string; ids: number[] }>();
  #heardAt = 0;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Says who is connected here, and reads who is elsewhere. While Redis is away, what was read last holds for a while. */
  async exchange(here: Iterable<number>): Promise<void> {
    try {
      await this.#redis
        .multi()
        .set(keyOf(this.#own), JSON.stringify([...here]), 'PX', LIFE_MS)
        .sadd(NODES, this.#own)
        .exec();
      const others = (await this.#redis.smembers(NODES)).filter((node) => node !== this.#own);
      const texts = others.length > 0 ? await this.#redis.mget(others.map(keyOf)) : [];
      await this.#take(others, texts);
      this.#heardAt = performance.now();
    } catch (error) {
      if (performance.now() - this.#heardAt > LIFE_MS) this.#read.clear();
      throw error;
    }
  }

  async #take(others: readonly string[], texts: readonly (string | null)[]): Promise<void> {
    for (const node of this.#read.keys()) if (!others.includes(node)) this.#read.delete(node);
    const gone = others.filter((_, index) => texts[index] === null);
    for (const node of gone) this.#read.delete(node);
    for (const [index, node] of others.entries()) {
      const text = texts[index];
      // Most of the time nobody came or went there.
      if (text && this.#read.get(node)?.text !== text) this.#read.set(node, { text, ids: JSON.parse(text) });
    }
    if (gone.length > 0) await this.#redis.srem(NODES, ...gone);
  }

  /** Who was connected elsewhere at the last exchange. */
  *elsewhere(): Iterable<number> {
    for (const { ids } of this.#read.values()) yield* ids;
  }

  /** Takes this node's players off at once. */
  async leave(): Promise<void> {
    await this.#redis.multi().del(keyOf(this.#own)).srem(NODES, this.#own).exec();
  }
}
