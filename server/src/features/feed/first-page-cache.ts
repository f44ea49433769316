import { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CachedValue } from '../../platform/cluster/cached-value.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { encodeIdCursor, toPage } from '../../platform/http/cursor.ts';
import { PreSerialized } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { postPages, type ViewerState, viewerStates } from './queries.ts';

const serializePost = compileSerializer(Post);

/** One of the newest posts, presented and written once for all who do and once for all who do not like it. */
class CachedPost {
  /** What it says, as JSON, to who does not like it. */
  readonly text: string;
  readonly #unliked: Post;
  readonly #json = new Map<boolean, Buffer>();

  constructor(post: Post) {
    this.#unliked = post;
    this.text = serializePost(post);
  }

  get id(): number {
    return this.#unliked.id;
  }

  /** The ids of those it shows. */
  get comments(): number[] {
    return this.#unliked.comments.map(({ id }) => id);
  }

  /** Everybody it names. */
  get players(): number[] {
    return [this.#unliked.author, ...this.#unliked.comments.map(({ author }) => author)].map(({ id }) => id);
  }

  as(liked: boolean): Post {
    return liked ? { ...this.#unliked, liked } : this.#unliked;
  }

  json(liked: boolean): Buffer {
    const json = this.#json.get(liked) ?? Buffer.from(liked ? serializePost(this.as(liked)) : this.text);
    this.#json.set(liked, json);
    return json;
  }
}

export type Posts = { items: Post[]; nextCursor: string | null };
const [JSON_START, JSON_COMMA] = [Buffer.from('{"items":['), Buffer.from(',')];

/** The newest posts as they are to all who like the same ones of them: up to one page and one more. */
class PostsForLikes {
  readonly #seen: readonly { id: number; post: CachedPost; isLiked: boolean }[];
  readonly #serializedByLimit = new Map<number, PreSerialized>();

  constructor(posts: readonly CachedPost[], likes: ReadonlySet<number> | undefined) {
    this.#seen = posts.map((post) => ({ id: post.id, post, isLiked: likes?.has(post.id) ?? false }));
  }

  list(limit: number): Posts {
    const { items, nextCursor } = toPage(this.#seen, limit, encodeIdCursor);
    return { items: items.map(({ post, isLiked }) => post.as(isLiked)), nextCursor };
  }

  /** The same as an answer, written once. */
  serialized(limit: number): PreSerialized {
    const written = this.#serializedByLimit.get(limit) ?? this.#serialize(limit);
    this.#serializedByLimit.set(limit, written);
    return written;
  }

  #serialize(limit: number): PreSerialized {
    const { items, nextCursor } = toPage(this.#seen, limit, encodeIdCursor);
    const listed = items.flatMap(({ post, isLiked }, place) => {
      const json = post.json(isLiked);
      return place === 0 ? [json] : [JSON_COMMA, json];
    });
    const end = Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
    return new PreSerialized(Buffer.concat([JSON_START, ...listed, end]));
  }
}

/** Most ways to like some of the newest posts and not the others that are kept. */
const MAX_VARIANTS = 100;

/** The newest posts of all, their comments, and who is in them. */
class LatestPosts {
  /** All that they say. */
  readonly text: string;
  readonly ids: number[];
  readonly comments: number[];
  readonly players: number[];
  readonly #posts: readonly CachedPost[];
  readonly #variants = new Map<string, PostsForLikes>();

  constructor(page: readonly Post[]) {
    const posts = page.map((post) => new CachedPost(post));
    this.text = posts.map(({ text }) => text).join();
    this.#posts = posts;
    this.ids = posts.map(({ id }) => id);
    this.comments = posts.flatMap((post) => post.comments);
    this.players = [...new Set(posts.flatMap((post) => post.players))];
  }

  forLikes(likes: ReadonlySet<number> | undefined): PostsForLikes {
    const way = this.ids.filter((id) => likes?.has(id)).join();
    const known = this.#variants.get(way);
    if (known) return known;
    if (this.#variants.size >= MAX_VARIANTS) this.#variants.clear();
    const seen = new PostsForLikes(this.#posts, likes);
    this.#variants.set(way, seen);
    return seen;
  }
}

/** So that nothing is shown that was written after the others: by somebody who had blocked the viewer by then. */
const includesAll = (newest: LatestPosts, others: LatestPosts): boolean =>
  newest === others ||
  (newest.ids.every((id) => others.ids.includes(id)) &&
    newest.comments.every((id) => others.comments.includes(id)));

/** The newest posts, read for all viewers together; each brings their own likes and blocks. */
class FirstPageCache {
  readonly #latest: CachedValue<LatestPosts>;
  readonly #views: BatchLoader<
    ViewerState & { viewers: Set<number> },
    { viewerId: number; newest: LatestPosts }
  >;
  /** What was read last: most often the next reading finds the same posts. */
  #last: LatestPosts | undefined;

  constructor(site: Site) {
    const wanted = { viewerId: NO_VIEWER, beforeId: Number.MAX_SAFE_INTEGER, limit: LIMITS.feed.page + 1 };
    this.#latest = new CachedValue(site, async () => {
      const [page = []] = await postPages(site.db, [wanted]);
      const newest = new LatestPosts(page);
      // As long as nothing changes, what was written for some is there for the next.
      return this.#last?.text === newest.text ? this.#last : newest;
    });
    this.#views = new BatchLoader(async (asked) => {
      const all = [...new Set(asked.map(({ newest }) => newest))];
      const viewers = new Set(asked.map(({ viewerId }) => viewerId));
      const views = await viewerStates(site.db, {
        viewerIds: [...viewers],
        postIds: [...new Set(all.flatMap(({ ids }) => ids))],
        playerIds: [...new Set(all.flatMap(({ players }) => players))],
      });
      return { ...views, viewers };
    });
  }

  /** To be called by all that changes a post, so that everybody reads what they wrote. */
  invalidateAfterCommit(tx: AfterCommit): void {
    this.#latest.invalidateAfterCommit(tx);
  }

  /**
   * The newest posts as a player sees them; undefined where a block hides one of them or of their comments from that
   * player, or nobody has asked for them.
   */
  async read(viewerId: number): Promise<PostsForLikes | undefined> {
    // What one has of the last ones is asked for meanwhile: where it is all of the newest too, nobody waits twice.
    const before = this.#last;
    const early = before && this.#views.load({ viewerId, newest: before });
    const [newest] = await Promise.all([this.#latest.read(), early]);
    this.#last = newest;
    const { liked, hidden, viewers } = await (early && includesAll(newest, before)
      ? early
      : this.#views.load({ viewerId, newest }));
    if (!viewers.has(viewerId)) return undefined;
    const unseen = hidden.get(viewerId);
    if (unseen && newest.players.some((id) => unseen.has(id))) return undefined;
    return newest.forLikes(liked.get(viewerId));
  }
}

export const firstPageCacheOf = perSite((site) => new FirstPageCache(site));
