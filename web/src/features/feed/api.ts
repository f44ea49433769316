import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Post, PostComment } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { FEED_KEY } from '../../entities/posts/feed-key.ts';
import { api, cursorPagination } from '../../lib/api.ts';
import { statusOf } from '../../lib/errors.ts';
import { withItem, withoutItem, withUpdatedItem } from '../../lib/paged-list.ts';
import { onSocketEvent, onSocketOpen } from '../../lib/socket.ts';
import { postLikes } from './likes.ts';

/**
 * Live events keep the feed up to date. The feed is not refetched, because a refetch would move content that is being
 * read.
 */
const LIVE_QUERY_OPTIONS = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  meta: { refetchOnReconnect: false },
} as const;

let newestRequestedAt = 0;
/** When the connection last opened, and when the last feed event arrived (both in ms). */
let [connectedAt, lastEventAt] = [0, 0];
onSocketOpen(() => {
  connectedAt = Date.now();
});
// Listen from startup, because events can arrive before a page mounts.
for (const name of ['feed:newPost', 'feed:deleted', 'feed:hidden', 'feed:counts', 'activity:new'] as const)
  onSocketEvent(name, () => {
    lastEventAt = Date.now();
  });
/** Return the time (ms) at which the newest posts were last requested, or 0 if they were not requested yet. */
export const getNewestRequestedAt = (): number => newestRequestedAt;
/**
 * Report whether the newest posts are current: since they were requested, no feed event has arrived, and the connection
 * has not reopened.
 */
export const isNewestCurrent = (): boolean =>
  newestRequestedAt >= connectedAt && lastEventAt < newestRequestedAt;

type Posts = { items: Post[]; nextCursor: string | null };

/** Apply the likes in a page of the newest posts, and record when it was requested: `since` (ms). Return the page. */
export function reconcileNewest(page: Posts, since: number): Posts {
  postLikes.reconcileAll(page.items, since);
  newestRequestedAt = since;
  return page;
}

async function fetchPosts(cursor: string | null, signal?: AbortSignal): Promise<Posts> {
  const since = Date.now();
  const query = { limit: LIMITS.feed.page, ...(cursor && { cursor }) };
  const page = await api('GET /api/feed', { query, ...(signal && { signal }) });
  if (cursor === null) return reconcileNewest(page, since);
  postLikes.reconcileAll(page.items, since);
  return page;
}

/** All players' posts, newest first, page by page. */
export const feedQuery = infiniteQueryOptions({
  queryKey: [...FEED_KEY, 'posts'],
  queryFn: ({ pageParam, signal }) => fetchPosts(pageParam, signal),
  ...cursorPagination,
  ...LIVE_QUERY_OPTIONS,
});

/** Fetch the newest posts. */
export const fetchNewest = () => fetchPosts(null);

/** Key prefix of the queries for single posts. */
const POST_KEY = [...FEED_KEY, 'post'];

/** Query a post. The result is null if the post was not found. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: [...POST_KEY, id],
    queryFn: async ({ signal }): Promise<Post | null> => {
      const since = Date.now();
      try {
        const { post } = await api('GET /api/feed/{id}', { params: { id }, signal });
        postLikes.reconcileAll([post], since);
        return post;
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
  });

/** Query the comments on a post, newest first, page by page. */
export const postCommentsQuery = (postId: number) =>
  infiniteQueryOptions({
    queryKey: [...FEED_KEY, 'comments', postId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: LIMITS.commentsPage, ...(pageParam && { cursor: pageParam }) };
      const page = await api('GET /api/feed/{id}/comments', { params: { id: postId }, query, signal });
      return { items: page.comments, nextCursor: page.nextCursor };
    },
    ...cursorPagination,
    refetchOnWindowFocus: false,
  });

/** Query the players who like a post, the latest first. */
export const likersQuery = (postId: number) =>
  queryOptions({
    queryKey: [...FEED_KEY, 'likers', postId],
    queryFn: ({ signal }) =>
      api('GET /api/likes/{postId}/likers', {
        params: { postId },
        query: { limit: LIMITS.feed.likersShown },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });

export type NewPost = {
  body: string | null;
  imageUrl: string | null;
  gifUrl: string | null;
  youtubeUrl: string | null;
};

/** Share a post; return the stored post. */
export const sharePost = async (body: NewPost, idempotencyKey: string): Promise<Post> =>
  (await api('POST /api/feed', { body, idempotencyKey })).post;

/** Delete a post and its comments. */
export const deletePost = (id: number, reason: StaffReason) =>
  api('DELETE /api/feed/{id}', { params: { id }, body: reason });

/** Add a comment to a post; return the comment and the new count. */
export const addPostComment = (
  id: number,
  body: { body: string; gifUrl: string | null },
  idempotencyKey: string,
) => api('POST /api/feed/{id}/comments', { params: { id }, body, idempotencyKey });

/** Delete a comment on a post; return the new count. */
export const deletePostComment = (id: number, commentId: number, reason: StaffReason) =>
  api('DELETE /api/feed/{id}/comments/{commentId}', { params: { id, commentId }, body: reason });

/** Change a post wherever it is cached. */
export function changePost(client: QueryClient, id: number, change: (post: Post) => Post): void {
  client.setQueryData(feedQuery.queryKey, (list) => list && withUpdatedItem(list, id, change));
  client.setQueryData(postQuery(id).queryKey, (post) => post && change(post));
}

/** Add a post to the front of the cached feed. */
export function showPost(client: QueryClient, post: Post): void {
  client.setQueryData(feedQuery.queryKey, (list) => list && withItem(list, post));
}

/** Load the visible single posts again. */
export const reloadPosts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: POST_KEY });

/** Remove a deleted post from the cache. */
export function dropPost(client: QueryClient, id: number): void {
  client.setQueryData(feedQuery.queryKey, (list) => list && withoutItem(list, id));
  const { queryKey } = postQuery(id);
  if (client.getQueryState(queryKey)) {
    client.setQueryData(queryKey, null);
    // Invalidate the query to cancel a running request, which might still return the deleted post, and to send a new
    // request.
    void client.invalidateQueries({ queryKey });
  }
  client.removeQueries({ queryKey: postCommentsQuery(id).queryKey, type: 'inactive' });
}

/** Load the preview of a post's comments again. Never throws. */
export async function refreshPreview(client: QueryClient, id: number): Promise<void> {
  const { post } = await api('GET /api/feed/{id}', { params: { id } }).catch(() => ({ post: null }));
  if (post) changePost(client, id, (known) => ({ ...known, comments: post.comments }));
}

/** Add a comment to the preview of a post's comments, and set the comment count. */
export const withComment = (post: Post, comment: PostComment, commentsCount: number): Post => ({
  ...post,
  commentsCount,
  comments: [...post.comments.filter(({ id }) => id !== comment.id), comment].slice(-2),
});

/** Remove a comment from the preview of a post's comments, and set the comment count. */
export const withoutComment = (post: Post, commentId: number, commentsCount: number): Post => ({
  ...post,
  commentsCount,
  comments: post.comments.filter(({ id }) => id !== commentId),
});
