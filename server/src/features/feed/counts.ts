import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { blockPairs } from '../blocks/service.ts';
import { headOf } from './head.ts';
import { countsOf } from './queries.ts';

/**
 * Tells all what posts have now: the first change at once, what follows together and at most once in two seconds. One node
 * tells what it read in the order in which it did; of two nodes an older count may be heard last, and stands until the
 * next change of that post, or until the browser asks again.
 */
class Counts {
  readonly #site: Site;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(site: Site) {
    this.#site = site;
  }

  changed(postId: number): void {
    if (this.#closed || !this.#site.realtime.isHeard()) return;
    this.#changed.add(postId);
    if (this.#timer === undefined) this.#tell();
  }

  #tell(): void {
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#timer = setTimeout(() => this.#tell(), LIMITS.feed.countsEveryMs);
    this.#telling = this.#telling.then(() => this.#send(ids));
  }

  async #send(ids: number[]): Promise<void> {
    const { db, realtime, log } = this.#site;
    try {
      const posts = await countsOf(db, ids);
      if (posts.length === 0) return;
      const pairs = await blockPairs(db, [...new Set(posts.map(({ authorId }) => authorId))]);
      const apart = byReaders(posts, pairs);
      realtime.emitToAllMayBeLost(
        'feed:counts',
        { posts },
        { except: apart.flatMap(({ userIds }) => userIds) },
      );
      for (const { userIds, posts: seen } of apart)
        if (seen.length > 0) realtime.emitMayBeLost(userIds, 'feed:counts', { posts: seen });
    } catch (error) {
      log.warn({ err: error }, 'counts of posts were not told');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#telling;
  }
}

/**
 * Who is told which posts: those who are across a block from an author are told of the others' alone, and who is told the
 * same is told by one event.
 */
function byReaders<Post extends { authorId: number }>(
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

const countsFor = onePerSite((site) => new Counts(site));

/** Says that likes or comments of a post are others: they are read anew, and told to all after the commit. */
export function postChanged(tx: AfterCommit, site: Site, postId: number): void {
  headOf(site).changed(tx);
  tx.afterCommit(() => countsFor(site).changed(postId));
}

/** Tells nothing more; what is being read for it is read to its end. */
export const stopTelling = (site: Site): Promise<void> => countsFor(site).close();
