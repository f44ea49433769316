import { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { Kept } from '../../platform/cluster/cached-value.ts';
import { Together } from '../../platform/concurrency/batch-loader.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { cutPage, writeIdCursor } from '../../platform/http/cursor.ts';
import { Written } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { NOBODY } from '../blocks/service.ts';
import { type OwnViews, ownViews, postPages } from './queries.ts';

const writePost = compileSerializer(Post);

/** One of the newest posts, presented and written once for all who do and once for all who do not like it. */
class HeadPost {
  /** What it says, as JSON, to who does not like it. */
  readonly text: string;
  readonly #plain: Post;
  readonly #json = new Map<boolean, Buffer>();

  constructor(post: Post) {
    this.#plain = post;
    this.text = writePost(post);
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
    const json = this.#json.get(liked) ?? Buffer.from(liked ? writePost(this.as(liked)) : this.text);
    this.#json.set(liked, json);
    return json;
  }
}

export type Posts = { items: Post[]; nextCursor: string | null };
const [BEGIN, COMMA] = [Buffer.from('{"items":['), Buffer.from(',')];

/** The newest posts as they are to all who like the same ones of them: up to one page and one more. */
class SeenPosts {
  readonly #seen: readonly { id: number; post: HeadPost; isLiked: boolean }[];
  readonly #written = new Map<number, Written>();

  constructor(posts: readonly HeadPost[], likes: ReadonlySet<number> | undefined) {
    this.#seen = posts.map((post) => ({ id: post.id, post, isLiked: likes?.has(post.id) ?? false }));
  }

  list(limit: number): Posts {
    const { items, nextCursor } = cutPage(this.#seen, limit, writeIdCursor);
    return { items: items.map(({ post, isLiked }) => post.as(isLiked)), nextCursor };
  }

  /** The same as an answer, written once. */
  written(limit: number): Written {
    const written = this.#written.get(limit) ?? this.#write(limit);
    this.#written.set(limit, written);
    return written;
  }

  #write(limit: number): Written {
    const { items, nextCursor } = cutPage(this.#seen, limit, writeIdCursor);
    const listed = items.flatMap(({ post, isLiked }, place) => {
      const json = post.json(isLiked);
      return place === 0 ? [json] : [COMMA, json];
    });
    const end = Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
    return new Written(Buffer.concat([BEGIN, ...listed, end]));
  }
}

/** Most ways to like some of the newest posts and not the others that are kept. */
const MOST_WAYS = 100;

/** The newest posts of all, their comments, and who is in them. */
class Newest {
  /** All that they say. */
  readonly text: string;
  readonly ids: number[];
  readonly comments: number[];
  readonly players: number[];
  readonly #posts: readonly HeadPost[];
  readonly #seen = new Map<string, SeenPosts>();

  constructor(page: readonly Post[]) {
    const posts = page.map((post) => new HeadPost(post));
    this.text = posts.map(({ text }) => text).join();
    this.#posts = posts;
    this.ids = posts.map(({ id }) => id);
    this.comments = posts.flatMap((post) => post.comments);
    this.players = [...new Set(posts.flatMap((post) => post.players))];
  }

  seenBy(likes: ReadonlySet<number> | undefined): SeenPosts {
    const way = this.ids.filter((id) => likes?.has(id)).join();
    const known = this.#seen.get(way);
    if (known) return known;
    if (this.#seen.size >= MOST_WAYS) this.#seen.clear();
    const seen = new SeenPosts(this.#posts, likes);
    this.#seen.set(way, seen);
    return seen;
  }
}

/** So that nothing is shown that was written after the others: by somebody who had blocked the viewer by then. */
const isAllIn = (newest: Newest, others: Newest): boolean =>
  newest === others ||
  (newest.ids.every((id) => others.ids.includes(id)) &&
    newest.comments.every((id) => others.comments.includes(id)));

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
      const newest = new Newest(page);
      // As long as nothing changes, what was written for some is there for the next.
      return this.#last?.text === newest.text ? this.#last : newest;
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
   * The newest posts as a player sees them; undefined where a block hides one of them or of their comments from that
   * player, or nobody has asked for them.
   */
  async read(viewerId: number): Promise<SeenPosts | undefined> {
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
    return newest.seenBy(liked.get(viewerId));
  }
}

export const headOf = onePerSite((site) => new Head(site));
