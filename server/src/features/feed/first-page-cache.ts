import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CachedValue } from '../../platform/cluster/cached-value.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import type { AfterCommit } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import type { ContentViewer } from '../hidden-content/service.ts';
import { postPages, type ViewerState, viewerStates } from './queries.ts';

type LatestPosts = {
  /**
   * The posts of the first page, and one more post if there is a next page. They contain nothing that depends
   * on a viewer's likes and blocks.
   */
  posts: Post[];
  postIds: number[];
  commentIds: number[];
  /** The authors of the posts and of their comments. */
  playerIds: number[];
};

async function readLatestPosts(site: Site): Promise<LatestPosts> {
  const page = {
    viewerId: NO_VIEWER,
    seesHidden: false,
    beforeId: Number.MAX_SAFE_INTEGER,
    limit: LIMITS.feed.page + 1,
  };
  const [posts = []] = await postPages(site.db, site, [page]);
  const comments = posts.flatMap((post) => post.comments);
  return {
    posts,
    postIds: posts.map(({ id }) => id),
    commentIds: comments.map(({ id }) => id),
    playerIds: [...new Set([...posts, ...comments].map(({ author }) => author.id))],
  };
}

const includesAll = (all: LatestPosts, some: LatestPosts): boolean =>
  all === some ||
  (some.postIds.every((id) => all.postIds.includes(id)) &&
    some.commentIds.every((id) => all.commentIds.includes(id)));

/** Caches the newest posts for all viewers. For each viewer, one small query adds the viewer's likes and blocks. */
class FirstPageCache {
  readonly #latest: CachedValue<LatestPosts>;
  readonly #viewerStates: BatchLoader<ViewerState, { viewerId: number; latest: LatestPosts }>;
  /** The posts that were current during the previous call of `read`. */
  #previous: LatestPosts | undefined;

  constructor(site: Site) {
    this.#latest = new CachedValue(site, () => readLatestPosts(site));
    this.#viewerStates = new BatchLoader((requests) => {
      const pages = [...new Set(requests.map(({ latest }) => latest))];
      return viewerStates(site.db, {
        viewerIds: [...new Set(requests.map(({ viewerId }) => viewerId))],
        postIds: [...new Set(pages.flatMap(({ postIds }) => postIds))],
        playerIds: [...new Set(pages.flatMap(({ playerIds }) => playerIds))],
      });
    });
  }

  /**
   * Invalidate the cache after the commit. Call this for every change to a post, so that players immediately see their
   * own changes.
   */
  invalidateAfterCommit(tx: AfterCommit): void {
    this.#latest.invalidateAfterCommit(tx);
  }

  /**
   * Return the newest posts as the viewer sees them. Return undefined if the viewer's first page might differ from the
   * cached page. This is the case if a block or a mute hides an author on the page from the viewer, or if the viewer
   * can see hidden content, as its author or as staff.
   */
  async read({ viewerId, seesHidden }: ContentViewer): Promise<Post[] | undefined> {
    // Usually, the posts are the same as in the previous call. To save time, read the viewer's likes and blocks for the
    // previous posts while the current posts are being read.
    const previous = this.#previous;
    const early = previous && this.#viewerStates.load({ viewerId, latest: previous });
    const [latest, earlyState] = await Promise.all([this.#latest.read(), early]);
    this.#previous = latest;
    // If there is a new post or comment, read the blocks again, now that the posts have been read. The author of the
    // new content might have blocked the viewer since the blocks were read.
    const isCurrent = previous !== undefined && includesAll(previous, latest);
    const { liked, hidden, hiddenAuthors } =
      isCurrent && earlyState ? earlyState : await this.#viewerStates.load({ viewerId, latest });
    if (hiddenAuthors.has(viewerId) || (seesHidden && hiddenAuthors.size > 0)) return undefined;
    const hiddenIds = hidden.get(viewerId);
    if (hiddenIds && latest.playerIds.some((id) => hiddenIds.has(id))) return undefined;
    const likedIds = liked.get(viewerId);
    if (!likedIds) return latest.posts;
    return latest.posts.map((post) => (likedIds.has(post.id) ? { ...post, liked: true } : post));
  }
}

/** Return the site's cache of the first page of the feed. */
export const firstPageCacheOf = perSite((site) => new FirstPageCache(site));
