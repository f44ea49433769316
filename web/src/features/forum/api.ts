import type { ForumCategory, ForumPost, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { statusOf } from '../../lib/errors.ts';
import { invalidateAndRefetch } from '../../lib/invalidate-and-refetch.ts';
import { forumLikes } from './likes.ts';
import type { ThreadFilters } from './search.ts';
import { hasGapBefore, type ThreadPage, withEditedPost, withoutPost, withPost } from './thread.ts';

const THREADS_KEY = ['forum', 'threads'] as const;
const threadKey = (id: number) => ['forum', 'thread', id] as const;

/** The categories with their counts of threads. */
export const categoriesQuery = queryOptions({
  queryKey: ['forum', 'categories'],
  queryFn: ({ signal }) => api('GET /api/forum-categories', { signal }),
  staleTime: 60_000,
});

/** The threads that filters find, page by page. While others are looked for, the last ones stay. */
export const threadsQuery = ({ search, category, sort }: ThreadFilters) =>
  infiniteQueryOptions({
    queryKey: [...THREADS_KEY, { search, category, sort }],
    queryFn: ({ pageParam: page, signal }) =>
      api('GET /api/forum-threads', { query: { search, categoryId: category, sort, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ threads, page, size, total }) =>
      threads.length > 0 && page * size < total ? page + 1 : null,
    placeholderData: keepPreviousData,
  });
type ThreadPages = InfiniteData<{ threads: ForumThread[]; total: number }>;

/** Posts that are gone. One's own deletion is told by its answer and by an event, either before an older page is. */
const deletedPostIds = new Set<number>();
const withoutDeleted = (page: ThreadPage): ThreadPage =>
  page.posts.filter(({ id }) => deletedPostIds.has(id)).reduce((rest, { id }) => withoutPost(rest, id), page);

/** A page of a thread by its number, or the one that a post stands on. */
type PageSelector = { page: number } | { post: number };

/** A thread with a page of its posts; null for one that is not there. */
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
    // Where a post stands is asked each time that somebody goes there.
    ...('post' in selector && { gcTime: 0 }),
    // From page to page of one thread the posts stay until the next are there.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? (before ?? undefined) : undefined),
  });

export type NewThread = { title: string; body: string; categoryId: number };

/** Begins a thread; answers it with its opening post. */
export const startThread = (body: NewThread, idempotencyKey: string) =>
  api('POST /api/forum-threads', { body, idempotencyKey });

/** Replies to a thread; answers the post as it stands there. */
export const replyTo = async (threadId: number, body: string, idempotencyKey: string): Promise<ForumPost> =>
  (await api('POST /api/forum-posts', { body: { threadId, body }, idempotencyKey })).post;

/** Writes one's own post anew; answers it as it is then. */
export const editPost = async (id: number, body: string): Promise<ForumPost> =>
  (await api('PATCH /api/forum-posts/{id}', { params: { id }, body: { body } })).post;

/** Deletes a post; answers what is gone: the post alone, or with an opening post its thread. */
export const deletePost = async (id: number) =>
  (await api('DELETE /api/forum-posts/{id}', { params: { id } })).deleted;

/** Brings a deleted thread back; only staff may. */
export const restoreThread = async (id: number): Promise<ForumThread> =>
  (await api('POST /api/forum-threads/{id}/restore', { params: { id } })).thread;

/** The category of that id; undefined while they are not known. */
export const categoryOf = (categories: readonly ForumCategory[] | undefined, id: number) =>
  categories?.find((category) => category.id === id);

/** Changes what is cached under a key; as old as it was, so that it is asked for again as soon as without that. */
function updateCached<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  for (const { queryKey: key, state } of client.getQueryCache().findAll({ queryKey })) {
    const updater = (data: T | null | undefined) => (data ? change(data) : undefined);
    client.setQueryData<T | null>(key, updater, { updatedAt: state.dataUpdatedAt });
  }
}

const updatePages = (client: QueryClient, threadId: number, change: (page: ThreadPage) => ThreadPage) =>
  updateCached(client, threadKey(threadId), change);

const countListed = (pages: ThreadPages['pages']) =>
  pages.reduce((sum, { threads }) => sum + threads.length, 0);
const updateListedThreads = (client: QueryClient, change: (threads: ForumThread[]) => ForumThread[]) =>
  updateCached<ThreadPages>(client, THREADS_KEY, (list) => {
    const pages = list.pages.map((page) => ({ ...page, threads: change(page.threads) }));
    const removedCount = countListed(list.pages) - countListed(pages);
    return { ...list, pages: pages.map((page) => ({ ...page, total: page.total - removedCount })) };
  });

/** Shows in the lists how many posts a thread has by now and when the last one came. */
export function syncListedThread(
  client: QueryClient,
  { id, postCount, updatedAt }: Pick<ForumThread, 'id' | 'postCount' | 'updatedAt'>,
): void {
  updateListedThreads(client, (threads) =>
    threads.map((thread) => (thread.id === id ? { ...thread, postCount, updatedAt } : thread)),
  );
}

/** Has a thread loaded anew where it is shown. */
export const invalidateThread = (client: QueryClient, threadId: number): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: threadKey(threadId) });

/** Has a thread asked for anew by whoever comes back to it: nothing is told of it meanwhile. */
export const markThreadStale = (client: QueryClient, threadId: number): void =>
  void client.invalidateQueries({ queryKey: threadKey(threadId), refetchType: 'none' });

/** Has the lists of threads and the categories' counts loaded anew, the lists from their first page. */
export async function invalidateLists(client: QueryClient): Promise<void> {
  updateCached<ThreadPages>(client, THREADS_KEY, ({ pages, pageParams }) => ({
    pages: pages.slice(0, 1),
    pageParams: pageParams.slice(0, 1),
  }));
  await Promise.all([
    client.invalidateQueries({ queryKey: THREADS_KEY }),
    client.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  ]);
}

/** Shows a post that has come; where one before it was missed, that is asked for. */
export function showPost(client: QueryClient, post: ForumPost): void {
  const pages = client.getQueriesData<ThreadPage | null>({ queryKey: threadKey(post.threadId) });
  const missed = pages.some(([, page]) => page && hasGapBefore(page, post));
  updatePages(client, post.threadId, (page) => withPost(page, post));
  if (missed) void invalidateThread(client, post.threadId);
}

/** Shows a post as it was written anew. */
export const showEdited = (client: QueryClient, post: ForumPost) =>
  updatePages(client, post.threadId, (page) => withEditedPost(page, post));

/** Takes a post that is gone out of its thread. */
export function dropPost(client: QueryClient, threadId: number, id: number): void {
  if (deletedPostIds.has(id)) return;
  deletedPostIds.add(id);
  updatePages(client, threadId, (page) => withoutPost(page, id));
}

/** Takes a thread that is gone out of everything: asked for again it is told only to those who may see it. */
export function dropThread(client: QueryClient, threadId: number): void {
  updateListedThreads(client, (threads) => threads.filter(({ id }) => id !== threadId));
  void invalidateThread(client, threadId);
  void client.invalidateQueries({ queryKey: categoriesQuery.queryKey });
}

/** Puts what is known of a thread in place, as after it was brought back. */
export function showThread(client: QueryClient, thread: ForumThread): void {
  updatePages(client, thread.id, (page) => ({ ...page, thread }));
  void invalidateLists(client);
}
