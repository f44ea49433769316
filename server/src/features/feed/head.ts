import { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { Kept } from '../../platform/kept.ts';
import { compileSerializer } from '../../platform/schema.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { Together } from '../../platform/together.ts';
import { NOBODY } from '../blocks/service.ts';
import { type OwnViews, ownViews, postPages } from './queries.ts';

const writePost = compileSerializer(Post);

/** One of the newest posts, presented and written once for all who do and once for all who do not like it. */
class HeadPost {
  readonly #plain: Post;
  readonly #json = new Map<boolean, Buffer>();

  constructor(post: Post) {
    this.#plain = post;
  }

  get id(): number {
    return this.#plain.id;
  }

  /** The ids of those it shows. */
  get comments(): number[] {
    return this.#plain.comments.map(({ id }) => id);
  }

  /** Everybody it names. */
  get players(): number[] {
    return [this.#plain.author, ...this.#plain.comments.map(({ author }) => author)].map(({ id }) => id);
  }

  as(liked: boolean): Post {
    return liked ? { ...this.#plain, liked } : this.#plain;
  }

  json(liked: boolean): Buffer {
    const json = this.#json.get(liked) ?? Buffer.from(writePost(this.as(liked)));
    this.#json.set(liked, json);
    return json;
  }
}

/** The newest posts of all, their comments, and who is in them. */
type Newest = { posts: HeadPost[]; ids: number[]; comments: number[]; players: number[] };

/** So that nothing is shown that was written after the others: by somebody who had blocked the viewer by then. */
const isAllIn = (newest: Newest, others: Newest): boolean =>
  newest === others ||
  (newest.ids.every((id) => others.ids.includes(id)) &&
    newest.comments.every((id) => others.comments.includes(id)));

/** One of the newest posts as a player sees it. */
export type SeenPost = { id: number; post: () => Post; json: () => Buffer };

/** The newest posts, read for all viewers together; each brings their own likes and blocks. */
class Head {
  readonly #newest: Kept<Newest>;
  readonly #views: Together<OwnViews & { viewers: Set<number> }, { viewerId: number; newest: Newest }>;
  /** What was read last: most often the next reading finds the same posts. */
  #last: Newest | undefined;

  constructor(site: Site) {
    const wanted = { viewerId: NOBODY, beforeId: Number.MAX_SAFE_INTEGER, limit: LIMITS.feed.page + 1 };
    this.#newest = new Kept(site, async () => {
      const [page = []] = await postPages(site.db, [wanted]);
      const posts = page.map((post) => new HeadPost(post));
      const players = [...new Set(posts.flatMap((post) => post.players))];
      return {
        posts,
        ids: posts.map(({ id }) => id),
        comments: posts.flatMap((post) => post.comments),
        players,
      };
    });
    this.#views = new Together(async (asked) => {
      const all = [...new Set(asked.map(({ newest }) => newest))];
      const viewers = new Set(asked.map(({ viewerId }) => viewerId));
      const views = await ownViews(site.db, {
        viewerIds: [...viewers],
        postIds: [...new Set(all.flatMap(({ ids }) => ids))],
        playerIds: [...new Set(all.flatMap(({ players }) => players))],
      });
      return { ...views, viewers };
    });
  }

  /** To be called by all that changes a post, so that everybody reads what they wrote. */
  changed(tx: AfterCommit): void {
    this.#newest.changed(tx);
  }

  /**
   * The newest posts as a player sees them, up to one page and one more; undefined where a block hides one of them or
   * of their comments from that player, or nobody has asked for them.
   */
  async read(viewerId: number): Promise<SeenPost[] | undefined> {
    // What one has of the last ones is asked for meanwhile: where it is all of the newest too, nobody waits twice.
    const before = this.#last;
    const early = before && this.#views.ask({ viewerId, newest: before });
    const [newest] = await Promise.all([this.#newest.read(), early]);
    this.#last = newest;
    const { liked, hidden, viewers } = await (early && isAllIn(newest, before)
      ? early
      : this.#views.ask({ viewerId, newest }));
    if (!viewers.has(viewerId)) return undefined;
    const unseen = hidden.get(viewerId);
    if (unseen && newest.players.some((id) => unseen.has(id))) return undefined;
    const likes = liked.get(viewerId);
    return newest.posts.map((post) => {
      const isLiked = likes?.has(post.id) ?? false;
      return { id: post.id, post: () => post.as(isLiked), json: () => post.json(isLiked) };
    });
  }
}

export const headOf = onePerSite((site) => new Head(site));
