import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { ForumCategory, ForumPost, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { statusOf } from '../../lib/errors.ts';
import { invalidateAndRefetch } from '../../lib/invalidate-and-refetch.ts';
import { patchQueries } from '../../lib/query-client.ts';
import { forumLikes } from './likes.ts';
import { categoriesQuery, THREADS_KEY } from './queries.ts';
import { hasGapBefore, type ThreadPage, withEditedPost, withoutPost, withPost } from './thread.ts';

const threadKey = (id: number) => ['forum', 'thread', id] as const;

type ThreadPages = InfiniteData<{ threads: ForumThread[]; total: number }>;

/**
 * Ids of deleted posts. A page that was requested before a deletion, but arrives after it, can still contain the
 * deleted post.
 */
const deletedPostIds = new Set<number>();
const withoutDeleted = (page: ThreadPage): ThreadPage =>
  page.posts.filter(({ id }) => deletedPostIds.has(id)).reduce((rest, { id }) => withoutPost(rest, id), page);

/** Selects a page of a thread by its number, or by a post on the page. */
type PageSelector = { page: number } | { post: number };

/** Query a thread with a page of its posts. The result is null if the thread was not found. */
export const threadQuery = (id: number, selector: PageSelector) =>
  queryOptions({
    queryKey: [...threadKey(id), selector],
    queryFn: async ({ signal }): Promise<ThreadPage | null> => {
      const since = Date.now();
      try {
        const page = await api('GET /api/forum-threads/{id}', { params: { id }, query: selector, signal });
        forumLikes.reconcileAll(page.posts, since);
        return withoutDeleted(page);
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    meta: { refetchesItself: true },
    // Do not keep the lookup of a post in the cache, because its result is also cached by page number.
    ...('post' in selector && { gcTime: 0 }),
    // Keep the posts while another page of the same thread loads.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? (before ?? undefined) : undefined),
  });

export type NewThread = { title: string; body: string; categoryId: number };

/** Start a thread; return it with its opening post. */
export const startThread = (body: NewThread, idempotencyKey: string) =>
  api('POST /api/forum-threads', { body, idempotencyKey });

/** Reply to a thread; return the stored post. */
export const replyTo = async (threadId: number, body: string, idempotencyKey: string): Promise<ForumPost> =>
  (await api('POST /api/forum-posts', { body: { threadId, body }, idempotencyKey })).post;

/** Edit the player's own post; return the stored post. */
export const editPost = async (id: number, body: string): Promise<ForumPost> =>
  (await api('PATCH /api/forum-posts/{id}', { params: { id }, body: { body } })).post;

/** Delete a post; return what was deleted: the post, or the thread if the post was its opening post. */
export const deletePost = async (id: number, reason: StaffReason) =>
  (await api('DELETE /api/forum-posts/{id}', { params: { id }, body: reason })).deleted;

/** Restore a deleted thread; staff only. */
export const restoreThread = async (id: number): Promise<ForumThread> =>
  (await api('POST /api/forum-threads/{id}/restore', { params: { id } })).thread;

/** Return a category by id; undefined while categories are loading. */
export const categoryOf = (categories: readonly ForumCategory[] | undefined, id: number) =>
  categories?.find((category) => category.id === id);

const updatePages = (client: QueryClient, threadId: number, change: (page: ThreadPage) => ThreadPage) =>
  patchQueries(client, threadKey(threadId), change);

const countListed = (pages: ThreadPages['pages']) =>
  pages.reduce((sum, { threads }) => sum + threads.length, 0);
const updateListedThreads = (client: QueryClient, change: (threads: ForumThread[]) => ForumThread[]) =>
  patchQueries<ThreadPages>(client, THREADS_KEY, (list) => {
    const pages = list.pages.map((page) => ({ ...page, threads: change(page.threads) }));
    const removedCount = countListed(list.pages) - countListed(pages);
    return { ...list, pages: pages.map((page) => ({ ...page, total: page.total - removedCount })) };
  });

/** Update a thread's post count and last update time in the cached lists. */
export function syncListedThread(
  client: QueryClient,
  { id, postCount, updatedAt }: Pick<ForumThread, 'id' | 'postCount' | 'updatedAt'>,
): void {
  updateListedThreads(client, (threads) =>
    threads.map((thread) => (thread.id === id ? { ...thread, postCount, updatedAt } : thread)),
  );
}

/** Invalidate a thread, and refetch it if it is shown. */
export const invalidateThread = (client: QueryClient, threadId: number): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: threadKey(threadId) });

/**
 * Mark a thread as stale when the player leaves it, because events arrive only for the open thread. The thread is
 * refetched on return.
 */
export const markThreadStale = (client: QueryClient, threadId: number): void =>
  void client.invalidateQueries({ queryKey: threadKey(threadId), refetchType: 'none' });

/** Invalidate the thread lists and the categories' counts; lists restart at their first page. */
export async function invalidateLists(client: QueryClient): Promise<void> {
  patchQueries<ThreadPages>(client, THREADS_KEY, ({ pages, pageParams }) => ({
    pages: pages.slice(0, 1),
    pageParams: pageParams.slice(0, 1),
  }));
  await Promise.all([
    client.invalidateQueries({ queryKey: THREADS_KEY }),
    client.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  ]);
}

/** Add a new post to its thread; refetch the thread if an earlier post was missed. */
export function showPost(client: QueryClient, post: ForumPost): void {
  const pages = client.getQueriesData<ThreadPage | null>({ queryKey: threadKey(post.threadId) });
  const missed = pages.some(([, page]) => page && hasGapBefore(page, post));
  updatePages(client, post.threadId, (page) => withPost(page, post));
  if (missed) void invalidateThread(client, post.threadId);
}

/** Update an edited post on its cached pages. */
export const showEdited = (client: QueryClient, post: ForumPost) =>
  updatePages(client, post.threadId, (page) => withEditedPost(page, post));

/** Remove a deleted post from its thread. */
export function dropPost(client: QueryClient, threadId: number, id: number): void {
  if (deletedPostIds.has(id)) return;
  deletedPostIds.add(id);
  updatePages(client, threadId, (page) => withoutPost(page, id));
}

/** Remove a deleted thread from the cached lists. Refetch it if it is open, because staff can still see it. */
export function dropThread(client: QueryClient, threadId: number): void {
  updateListedThreads(client, (threads) => threads.filter(({ id }) => id !== threadId));
  void invalidateThread(client, threadId);
  void client.invalidateQueries({ queryKey: categoriesQuery.queryKey });
}

/** Update a cached thread after it is restored, and reload the thread lists. */
export function showThread(client: QueryClient, thread: ForumThread): void {
  updatePages(client, thread.id, (page) => ({ ...page, thread }));
  void invalidateLists(client);
}
