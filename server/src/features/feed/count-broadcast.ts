import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockPairs } from '../blocks/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { postCounts } from './queries.ts';

/**
 * Tells all what posts have now: the first change at once, what follows together and at most once in two seconds. One node
 * tells what it read in the order in which it did; of two nodes an older count may be heard last, and stands until the
 * next change of that post, or until the browser asks again.
 */
class CountBroadcaster {
  readonly #site: Site;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #broadcasting: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(site: Site) {
    this.#site = site;
  }

  markChanged(postId: number): void {
    if (this.#closed || !this.#site.realtime.hasListeners()) return;
    this.#changed.add(postId);
    if (this.#timer === undefined) this.#broadcast();
  }

  #broadcast(): void {
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#timer = setTimeout(() => this.#broadcast(), LIMITS.feed.countsIntervalMs);
    this.#broadcasting = this.#broadcasting.then(() => this.#send(ids));
  }

  async #send(ids: number[]): Promise<void> {
    const { db, realtime, log } = this.#site;
    try {
      const posts = await postCounts(db, ids);
      if (posts.length === 0) return;
      const pairs = await blockPairs(db, [...new Set(posts.map(({ authorId }) => authorId))]);
      const apart = groupByReaders(posts, pairs);
      realtime.broadcastVolatile(
        'feed:counts',
        { posts },
        { except: apart.flatMap(({ userIds }) => userIds) },
      );
      for (const { userIds, posts: seen } of apart)
        if (seen.length > 0) realtime.emitVolatile(userIds, 'feed:counts', { posts: seen });
    } catch (error) {
      log.warn({ err: error }, 'broadcasting post counts failed');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#broadcasting;
  }
}

/**
 * Who is told which posts: those who are across a block from an author are told of the others' alone, and who is told the
 * same is told by one event.
 */
function groupByReaders<Post extends { authorId: number }>(
  posts: readonly Post[],
  pairs: readonly { userId: number; otherId: number }[],
): { userIds: number[]; posts: Post[] }[] {
  const hidden = Map.groupBy(pairs, ({ otherId }) => otherId);
  const alike = Map.groupBy(hidden, ([, of]) => [...new Set(of.map(({ userId }) => userId))].sort().join());
  return [...alike.values()].map((readers) => {
    const authors = new Set(readers[0]?.[1].map(({ userId }) => userId));
    return {
      userIds: readers.map(([reader]) => reader),
      posts: posts.filter(({ authorId }) => !authors.has(authorId)),
    };
  });
}

const broadcasterOf = perSite((site) => new CountBroadcaster(site));

/** Says that likes or comments of a post are others: they are read anew, and told to all after the commit. */
export function markPostChanged(tx: AfterCommit, site: Site, postId: number): void {
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  tx.afterCommit(() => broadcasterOf(site).markChanged(postId));
}

/** Tells nothing more; what is being read for it is read to its end. */
export const stopBroadcasting = (site: Site): Promise<void> => broadcasterOf(site).close();
