import { LIMITS } from '@rivalhold/shared/limits.ts';
import { BatchedChanges } from '../../platform/concurrency/batched-changes.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockPairs } from '../blocks/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { postCounts } from './queries.ts';

/** Send the counts of changed posts to everyone who can see the posts. */
async function broadcastCounts({ db, realtime }: Site, ids: number[]): Promise<void> {
  const posts = await postCounts(db, ids);
  if (posts.length === 0) return;
  const pairs = await blockPairs(db, [...new Set(posts.map(({ authorId }) => authorId))]);
  const apart = groupByReaders(posts, pairs);
  realtime.broadcastVolatile('feed:counts', { posts }, { except: apart.flatMap(({ userIds }) => userIds) });
  for (const { userIds, posts: seen } of apart)
    if (seen.length > 0) realtime.emitVolatile(userIds, 'feed:counts', { posts: seen });
}

/**
 * Group the players who are separated by a block from at least one author. The players of a group are separated from
 * the same authors, so they receive the same posts. Return each group with these posts.
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

/**
 * The posts whose counts have changed. Each node broadcasts counts in the order in which it reads them. If there are
 * several nodes, an older count can arrive after a newer one. The browser then shows the older count until the post
 * changes again or is reloaded.
 */
const changedPostsOf = perSite(
  (site) =>
    new BatchedChanges({
      intervalMs: LIMITS.feed.countsIntervalMs,
      send: (ids) => broadcastCounts(site, ids),
      onError: (error) => site.log.warn({ err: error }, 'broadcasting post counts failed'),
    }),
);

/**
 * Mark the likes or comments of a post as changed. After the commit, invalidate caches and broadcast the new counts.
 */
export function markPostChanged(tx: AfterCommit, site: Site, postId: number): void {
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  tx.afterCommit(() => {
    if (site.realtime.hasListeners()) changedPostsOf(site).add(postId);
  });
}

/** Stop broadcasting and wait for the broadcast in progress. */
export const stopBroadcasting = (site: Site): Promise<void> => changedPostsOf(site).close();
