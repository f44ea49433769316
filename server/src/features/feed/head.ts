import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { Together } from '../../platform/together.ts';
import { NOBODY, ownView, postPage } from './queries.ts';

/** How long the newest posts are kept when nothing tells that they have changed, such as a new name of an author. */
const KEPT_MS = 1_000;

/** The newest posts, read for all viewers together; each brings their own likes and blocks. */
class Head {
  readonly #site: Site;
  readonly #together: Together<Post[]>;
  #kept: { posts: Promise<Post[]>; at: number } | undefined;

  constructor(site: Site) {
    this.#site = site;
    const newest = { viewerId: NOBODY, beforeId: Number.MAX_SAFE_INTEGER, limit: LIMITS.feed.page + 1 };
    this.#together = new Together(() => postPage(site.db, newest));
  }

  /** To be called by all that changes a post, so that everybody reads what they wrote. */
  changed(tx: Tx): void {
    tx.afterCommit(() => {
      this.#kept = undefined;
    });
  }

  /**
   * The newest posts as a player sees them, up to one page and one more; undefined where a block hides one of them or
   * of their comments from that player.
   */
  async read(viewerId: number): Promise<Post[] | undefined> {
    const posts = await this.#read();
    const ids = posts.map(({ id }) => id);
    const { liked, hidden } = await ownView(this.#site.db, viewerId, ids);
    const authors = posts.flatMap((post) => [post.author, ...post.comments.map(({ author }) => author)]);
    if (authors.some(({ id }) => hidden.has(id))) return undefined;
    return posts.map((post) => (liked.has(post.id) ? { ...post, liked: true } : post));
  }

  #read(): Promise<Post[]> {
    // What other nodes write is not told here.
    if (this.#site.redis) return this.#together.ask();
    const at = performance.now();
    if (!this.#kept || at - this.#kept.at >= KEPT_MS) {
      const kept = { posts: this.#together.ask(), at };
      this.#kept = kept;
      kept.posts.catch(() => {
        if (this.#kept === kept) this.#kept = undefined;
      });
    }
    return this.#kept.posts;
  }
}

/** Of each site, by what is the same in all that speak for it. */
const ofSite = new WeakMap<Site['realtime'], Head>();

export function headOf(site: Site): Head {
  const head = ofSite.get(site.realtime) ?? new Head(site);
  ofSite.set(site.realtime, head);
  return head;
}
