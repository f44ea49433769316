import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockPairs } from '../blocks/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { postCounts } from './queries.ts';

/**
 * Broadcasts the counts of changed posts: the first change immediately, and later changes together, at most every two
 * seconds. Each node broadcasts counts in the order it read them. With several nodes, an older count can arrive last;
 * the browser then shows it until the post changes again or is reloaded.
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
 * Group posts by audience: players separated from an author by a block get only the other authors' posts. Players
 * with the same set of hidden authors share one event.
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
 * Mark a post's likes or comments as changed. After the commit, caches are invalidated and the new counts
 * broadcast.
 */
export function markPostChanged(tx: AfterCommit, site: Site, postId: number): void {
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  tx.afterCommit(() => broadcasterOf(site).markChanged(postId));
}

/** Stop broadcasting and wait for the broadcast in progress. */
export const stopBroadcasting = (site: Site): Promise<void> => broadcasterOf(site).close();
