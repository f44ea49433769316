import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockPairs } from '../blocks/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { postCounts } from './queries.ts';

/**
 * Broadcasts the numbers of likes and comments of changed posts. The first change is broadcast immediately. Later
 * changes are broadcast together, at most every two seconds. Each node broadcasts counts in the order in which it read
 * them. If there are several nodes, an older count can arrive last. The browser then shows it until the post changes
 * again or the page is reloaded.
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
 * Group posts by audience. A player separated from an author by a block gets only the posts of the other authors.
 * Players with the same set of hidden authors receive the same event.
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

/**
 * Mark the likes or comments of a post as changed. After the commit, invalidate caches and broadcast the new counts.
 */
export function markPostChanged(tx: AfterCommit, site: Site, postId: number): void {
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  tx.afterCommit(() => broadcasterOf(site).markChanged(postId));
}

/** Stop broadcasting and wait for the broadcast in progress. */
export const stopBroadcasting = (site: Site): Promise<void> => broadcasterOf(site).close();
