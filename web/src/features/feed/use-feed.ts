import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { activityQuery } from '../../entities/activity/api.ts';
import { statusOf } from '../../lib/errors.ts';
import { flattenPages, type PagedList } from '../../lib/paged-list.ts';
import { feedQuery } from './api.ts';
import { mergeTimelines, type TimelineSource, withoutDuplicateFriendships } from './merge-timelines.ts';
import { catchUpIfStale } from './realtime.ts';

const newestId = (items: readonly { id: number }[]) => items.reduce((max, { id }) => Math.max(max, id), 0);

/**
 * Buffer items that arrive after a list was first shown, so that content being read does not move. Items for which
 * `isOwn` is true, and older items loaded at the end, are shown immediately.
 */
function useBufferedItems<T extends { id: number }>(
  items: readonly T[] | undefined,
  isOwn: (item: T) => boolean,
): { shown: readonly T[] | undefined; bufferedCount: number; reveal: () => void } {
  const [lastShownId, setLastShownId] = useState<number | null>(null);
  // Forget the last shown item when the list is reset. Show all items after the first load.
  if (items === undefined && lastShownId !== null) setLastShownId(null);
  if (items !== undefined && lastShownId === null) setLastShownId(newestId(items));
  if (!items || lastShownId === null) return { shown: items, bufferedCount: 0, reveal: () => undefined };
  const shown = items.filter((item) => item.id <= lastShownId || isOwn(item));
  return { shown, bufferedCount: items.length - shown.length, reveal: () => setLastShownId(newestId(items)) };
}

const global = activityQuery({ scope: 'global' });
/** Maximum number of requests per press of "Load more". Requests stop once a page of items has been added. */
const MAX_FETCHES = 3;

const isDone = <T extends { id: number }>(list: PagedList<T> | undefined) =>
  list === undefined || list.pages.at(-1)?.nextCursor === null;

const toSource = <T extends { id: number; createdAt: string }>(
  list: PagedList<T> | undefined,
): TimelineSource<T> => ({
  items: list ? flattenPages(list) : [],
  done: isDone(list),
});

type Query = {
  data: unknown;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};
/** The failure of a list's first load. */
export type FirstFailure = { status: number; retry: () => void; busy: boolean };

/** Return the failure of a first load. The failure stays during a retry, so that the layout does not move. */
function useFirstFailure(query: Query): FirstFailure | null {
  const last = useRef<number | null>(null);
  if (query.data) last.current = null;
  else if (query.error) last.current = statusOf(query.error);
  if (last.current === null) return null;
  return { status: last.current, retry: () => void query.refetch(), busy: query.isFetching };
}

/** Return posts and activity as one timeline, the numbers of buffered items, and how to load more. */
export function useFeed(meId: number) {
  const client = useQueryClient();
  const posts = useInfiniteQuery(feedQuery);
  const activity = useInfiniteQuery(global);
  const allPosts = useMemo(() => posts.data && flattenPages(posts.data), [posts.data]);
  const allActivity = useMemo(() => activity.data && flattenPages(activity.data), [activity.data]);
  const bufferedPosts = useBufferedItems(allPosts, (post: Post) => post.author.id === meId);
  const bufferedActivity = useBufferedItems(allActivity, isNeverOwn);
  const postsFailure = useFirstFailure(posts);
  const activityFailure = useFirstFailure(activity);
  const [busy, setBusy] = useState(false);
  const [moreFailed, setMoreFailed] = useState(false);

  // Sync the feed when its page opens, because events might have been missed while the page was not shown.
  useEffect(() => {
    void catchUpIfStale(client);
  }, [client]);

  const merged = mergeTimelines(
    { items: bufferedPosts.shown ?? [], done: isDone(posts.data) },
    { items: bufferedActivity.shown ?? [], done: isDone(activity.data) },
  );
  const loadMore = async () => {
    if (busy) return;
    setBusy(true);
    setMoreFailed(false);
    const state = () =>
      mergeTimelines(
        toSource<Post>(client.getQueryData(feedQuery.queryKey)),
        toSource<ActivityItem>(client.getQueryData(global.queryKey)),
      );
    const before = state().items.length;
    for (let fetchCount = 0; fetchCount < MAX_FETCHES; fetchCount++) {
      const { items, next } = state();
      if (next === null || items.length >= before + LIMITS.feed.page) break;
      const { isError } = await (next === 'posts' ? posts.fetchNextPage() : activity.fetchNextPage());
      if (isError) {
        setMoreFailed(true);
        break;
      }
    }
    setBusy(false);
  };
  const visibleItems = withoutDuplicateFriendships(merged.items);
  const nextQuery = merged.next === 'posts' ? posts : activity;
  return {
    /** Undefined until both lists have loaded or failed. */
    items: (posts.data || postsFailure) && (activity.data || activityFailure) ? visibleItems : undefined,
    posts: allPosts,
    next: merged.next,
    more: {
      load: () => void loadMore(),
      busy,
      failed: moreFailed && nextQuery.error ? statusOf(nextQuery.error) : null,
    },
    failures: { posts: postsFailure, activity: activityFailure },
    news: {
      posts: bufferedPosts.bufferedCount,
      activity: bufferedActivity.bufferedCount,
      /** Report whether a post is buffered. */
      hasPost: (id: number) =>
        allPosts?.some((post) => post.id === id) === true &&
        bufferedPosts.shown?.some((post) => post.id === id) !== true,
      reveal: () => {
        bufferedPosts.reveal();
        bufferedActivity.reveal();
      },
    },
  };
}

const isNeverOwn = () => false;
