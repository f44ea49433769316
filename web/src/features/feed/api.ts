import type { Post, PostComment } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { FEED_KEY } from '../../entities/posts/feed-key.ts';
import { api, byCursor } from '../../lib/api.ts';
import { statusOf } from '../../lib/errors.ts';
import { changed, withNew, without } from '../../lib/pages.ts';
import { onSocketEvent, onSocketOpen } from '../../lib/socket.ts';
import { postLikes } from './likes.ts';

/** Live events keep it as it is on the server; whoever reads it is not moved by loading it again. */
const KEPT_LIVE = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  meta: { refetchOnReconnect: false },
} as const;

let askedAt = 0;
/** When the connection last came to stand, and when something was last told of the feed (ms). */
let [liveSince, toldAt] = [0, 0];
onSocketOpen(() => {
  liveSince = Date.now();
});
// From the first load on: what comes before a page listens would not be seen.
for (const name of ['feed:newPost', 'feed:deleted', 'feed:counts', 'activity:new'] as const)
  onSocketEvent(name, () => {
    toldAt = Date.now();
  });
/** When the newest posts were last asked for (ms); 0 for never. */
export const newestAskedAt = (): number => askedAt;
/** Whether nothing can have been missed since then. */
export const isNewestKept = (): boolean => askedAt >= liveSince && toldAt < askedAt;

type Posts = { items: Post[]; nextCursor: string | null };

/** Learns from the newest posts, which were asked for at `since`; answers them. */
export function learnNewest(page: Posts, since: number): Posts {
  postLikes.learnFrom(page.items, since);
  askedAt = since;
  return page;
}

async function fetchPosts(cursor: string | null, signal?: AbortSignal): Promise<Posts> {
  const since = Date.now();
  const query = { limit: LIMITS.feed.page, ...(cursor && { cursor }) };
  const page = await api('GET /api/feed', { query, ...(signal && { signal }) });
  if (cursor === null) return learnNewest(page, since);
  postLikes.learnFrom(page.items, since);
  return page;
}

/** The posts of everybody, newest first, page by page. */
export const feedQuery = infiniteQueryOptions({
  queryKey: [...FEED_KEY, 'posts'],
  queryFn: ({ pageParam, signal }) => fetchPosts(pageParam, signal),
  ...byCursor,
  ...KEPT_LIVE,
});

/** The newest posts as they are now. */
export const fetchNewest = () => fetchPosts(null);

/** One post; null for one that is gone. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: [...FEED_KEY, 'post', id],
    queryFn: async ({ signal }): Promise<Post | null> => {
      const since = Date.now();
      try {
        const { post } = await api('GET /api/feed/{id}', { params: { id }, signal });
        postLikes.learnFrom([post], since);
        return post;
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
  });

/** The comments on a post, newest first, page by page. */
export const commentsQuery = (postId: number) =>
  infiniteQueryOptions({
    queryKey: [...FEED_KEY, 'comments', postId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: LIMITS.commentsPage, ...(pageParam && { cursor: pageParam }) };
      const page = await api('GET /api/feed/{id}/comments', { params: { id: postId }, query, signal });
      return { items: page.comments, nextCursor: page.nextCursor };
    },
    ...byCursor,
    refetchOnWindowFocus: false,
  });

/** Who likes a post, the latest first. */
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

/** Posts to the feed; answers the post as it stands there. */
export const sharePost = async (body: NewPost, idempotencyKey: string): Promise<Post> =>
  (await api('POST /api/feed', { body, idempotencyKey })).post;

/** Deletes a post with all that was said to it. */
export const deletePost = (id: number) => api('DELETE /api/feed/{id}', { params: { id } });

/** Comments on a post; answers the comment, and how many there are then. */
export const addComment = (
  id: number,
  body: { body: string; gifUrl: string | null },
  idempotencyKey: string,
) => api('POST /api/feed/{id}/comments', { params: { id }, body, idempotencyKey });

/** Deletes a comment on a post; answers how many are left. */
export const deleteComment = (id: number, commentId: number) =>
  api('DELETE /api/feed/{id}/comments/{commentId}', { params: { id, commentId } });

/** Changes a post wherever it is cached. */
export function changePost(client: QueryClient, id: number, change: (post: Post) => Post): void {
  client.setQueryData(feedQuery.queryKey, (list) => list && changed(list, id, change));
  client.setQueryData(postQuery(id).queryKey, (post) => post && change(post));
}

/** Puts a post at the front of the feed. */
export function showPost(client: QueryClient, post: Post): void {
  client.setQueryData(feedQuery.queryKey, (list) => list && withNew(list, post));
}

/** Takes a post that is gone out of everything. */
export function dropPost(client: QueryClient, id: number): void {
  client.setQueryData(feedQuery.queryKey, (list) => list && without(list, id));
  client.setQueryData(postQuery(id).queryKey, (post) => post && null);
  client.removeQueries({ queryKey: commentsQuery(id).queryKey, type: 'inactive' });
}

/** What a post has once a comment of it is there. */
export const withComment = (post: Post, comment: PostComment, commentsCount: number): Post => ({
  ...post,
  commentsCount,
  comments: [...post.comments.filter(({ id }) => id !== comment.id), comment].slice(-2),
});

/** What a post has once a comment of it is gone. */
export const withoutComment = (post: Post, commentId: number, commentsCount: number): Post => ({
  ...post,
  commentsCount,
  comments: post.comments.filter(({ id }) => id !== commentId),
});
