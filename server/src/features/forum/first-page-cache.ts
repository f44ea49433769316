import { type ForumSort, forum } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type from 'typebox';
import { CachedValue } from '../../platform/cluster/cached-value.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, query, sql, type Tx } from '../../platform/db/db.ts';
import { PreSerialized } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { hidesPlayersSql } from '../blocks/service.ts';
import type { ContentViewer } from '../hidden-content/service.ts';
import { presentThread } from './presenters.ts';
import { threadList } from './thread-list.ts';
import { NOBODY } from './unseen-threads.ts';

/** Maximum number of first pages in the cache. Each category has a first page for each sort order. */
const MAX_CACHED_PAGES = 100;

const serializeThreads = compileSerializer(forum.routes['GET /api/forum-threads'].reply);

/**
 * `viewers` contains the viewers who do not see some players because of a block or a mute. `hiddenAuthors` contains the
 * authors of all hidden threads.
 */
type ViewerState = { viewers: Set<number>; hiddenAuthors: Set<number> };

/** A viewer who hides players, or an author of a hidden thread. */
const ViewerOrAuthor = Type.Object({ id: column.integer, isAuthor: column.boolean });

async function viewerState(db: DbOrTx, viewerIds: readonly number[]): Promise<ViewerState> {
  const rows = await query(
    db,
    ViewerOrAuthor,
    sql`select id, false as "isAuthor" from unnest(${viewerIds}::bigint[]) viewer (id) where ${hidesPlayersSql(sql`id`)}
     union all select distinct author_id, true from hidden_content where kind = 'thread'`,
  );
  const idsOf = (some: typeof rows) => new Set(some.map(({ id }) => id));
  return {
    viewers: idsOf(rows.filter(({ isAuthor }) => !isAuthor)),
    hiddenAuthors: idsOf(rows.filter(({ isAuthor }) => isAuthor)),
  };
}

/**
 * Caches the first pages of the thread lists. All players who have no blocks and no mutes, and see no hidden threads,
 * share the same serialized pages.
 */
class FirstPageCache {
  readonly #site: Site;
  readonly #pages = new Map<string, CachedValue<PreSerialized>>();
  readonly #viewerState: BatchLoader<ViewerState, number>;

  constructor(site: Site) {
    this.#site = site;
    this.#viewerState = new BatchLoader((viewerIds) => viewerState(site.db, viewerIds));
  }

  /**
   * Invalidate the cache after the commit. Call this for every change to a list, so that players see their own changes.
   */
  invalidateAfterCommit(tx: Tx): void {
    tx.afterCommit(() => {
      for (const page of this.#pages.values()) page.invalidate();
    });
  }

  /**
   * Return the first page, or undefined if a block or a mute hides content from the viewer, or if the viewer sees
   * hidden threads.
   */
  async read(
    { viewerId, seesHidden }: ContentViewer,
    { sort, categoryId }: FirstPageKey,
  ): Promise<PreSerialized | undefined> {
    const page = await this.#page({ sort, categoryId }).read();
    // Read the viewer's state after the page. If the state were read first, a player could then block the
    // viewer and start a thread, and the page would show that thread to the viewer.
    const { viewers, hiddenAuthors } = await this.#viewerState.load(viewerId);
    const hasOwnPage =
      viewers.has(viewerId) || hiddenAuthors.has(viewerId) || (seesHidden && hiddenAuthors.size > 0);
    return hasOwnPage ? undefined : page;
  }

  #page({ sort, categoryId }: FirstPageKey): CachedValue<PreSerialized> {
    const key = `${sort} ${categoryId}`;
    const cached = this.#pages.get(key);
    if (cached) return cached;
    // Limit the size of the cache, because clients can request categories that do not exist.
    if (this.#pages.size >= MAX_CACHED_PAGES) this.#pages.clear();
    const filter = { search: '', categoryId, sort, page: 1, size: LIMITS.forum.threadsPage };
    const page = new CachedValue(this.#site, async () => {
      const { threads, total } = await threadList(this.#site.db, NOBODY, filter);
      return new PreSerialized(
        serializeThreads({ threads: threads.map(presentThread), total, page: 1, size: filter.size }),
      );
    });
    this.#pages.set(key, page);
    return page;
  }
}

type FirstPageKey = { sort: ForumSort; categoryId: number | null };

/** Return the site's cache of the first pages of the thread lists. */
export const firstPageCacheOf = perSite((site) => new FirstPageCache(site));
