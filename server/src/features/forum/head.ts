import { type ForumSort, forum } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { Kept } from '../../platform/cluster/cached-value.ts';
import { Together } from '../../platform/concurrency/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Written } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { NOBODY, playersWithBlocks } from '../blocks/service.ts';
import { threadList } from './finding.ts';
import { presentThread } from './presenters.ts';

/** Most first pages that are kept: of all and of each category, in each order. */
const MOST_KEPT = 100;

const write = compileSerializer(forum.routes['GET /api/forum-threads'].reply);

/** The first pages of the lists, read and written once for all whom no block hides anybody from. */
class Head {
  readonly #site: Site;
  readonly #pages = new Map<string, Kept<Written>>();
  readonly #blocks: Together<{ asked: Set<number>; withBlocks: Set<number> }, number>;

  constructor(site: Site) {
    this.#site = site;
    this.#blocks = new Together(async (viewers) => {
      const asked = new Set(viewers);
      return { asked, withBlocks: await playersWithBlocks(site.db, [...asked]) };
    });
  }

  /** To be called by all that changes a list, so that everybody reads what they wrote. */
  changed(tx: Tx): void {
    tx.afterCommit(() => {
      for (const page of this.#pages.values()) page.forget();
    });
  }

  /** The first page; undefined for who is in a block relation. */
  async read(viewerId: number, { sort, categoryId }: Which): Promise<Written | undefined> {
    const page = await this.#page({ sort, categoryId }).read();
    // After the page: who blocks somebody and then writes is not shown to them.
    const { asked, withBlocks } = await this.#blocks.ask(viewerId);
    return asked.has(viewerId) && !withBlocks.has(viewerId) ? page : undefined;
  }

  #page({ sort, categoryId }: Which): Kept<Written> {
    const key = `${sort} ${categoryId}`;
    const kept = this.#pages.get(key);
    if (kept) return kept;
    // Whoever asks for categories that are not there must not fill the memory.
    if (this.#pages.size >= MOST_KEPT) this.#pages.clear();
    const filter = { search: '', categoryId, sort, page: 1, size: LIMITS.forum.threadsPage };
    const page = new Kept(this.#site, async () => {
      const { threads, total } = await threadList(this.#site.db, NOBODY, filter);
      return new Written(write({ threads: threads.map(presentThread), total, page: 1, size: filter.size }));
    });
    this.#pages.set(key, page);
    return page;
  }
}

type Which = { sort: ForumSort; categoryId: number | null };

export const headOf = onePerSite((site) => new Head(site));
