import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { activityQuery } from '../../entities/activity/api.ts';
import { statusOf } from '../../lib/errors.ts';
import { allOf, type Pages } from '../../lib/pages.ts';
import { feedQuery } from './api.ts';
import { merge, type Stream } from './merge.ts';
import { withoutMirrors } from './mirrors.ts';
import { catchUpIfOld } from './realtime.ts';

const newestOf = (items: readonly { id: number }[]) => items.reduce((most, { id }) => Math.max(most, id), 0);

/**
 * Holds back what arrives after a list was first shown, so that nothing moves what somebody reads. `isOwn` things are
 * shown at once. What is loaded at the other end is older, and always shown.
 */
function useHeld<T extends { id: number }>(
  items: readonly T[] | undefined,
  isOwn: (item: T) => boolean,
): { shown: readonly T[] | undefined; held: number; reveal: () => void } {
  const [mark, setMark] = useState<number | null>(null);
  // Loaded for the first time, or anew.
  if (items === undefined && mark !== null) setMark(null);
  if (items !== undefined && mark === null) setMark(newestOf(items));
  if (!items || mark === null) return { shown: items, held: 0, reveal: () => undefined };
  const shown = items.filter((item) => item.id <= mark || isOwn(item));
  return { shown, held: items.length - shown.length, reveal: () => setMark(newestOf(items)) };
}

const global = activityQuery({ scope: 'global' });
/** A press on Load more asks at most so often, until it has shown a page's worth. */
const TURNS = 3;

const isDone = <T extends { id: number }>(list: Pages<T> | undefined) =>
  list === undefined || list.pages.at(-1)?.nextCursor === null;

const streamOf = <T extends { id: number; createdAt: string }>(list: Pages<T> | undefined): Stream<T> => ({
  items: list ? allOf(list) : [],
  done: isDone(list),
});

type Query = {
  data: unknown;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};
/** Why there is nothing at all of a list. */
export type FirstFailure = { status: number; retry: () => void; busy: boolean };

/** The failure of a first load; it stays while that is tried again, so that the rest stays where it is. */
function useFirstFailure(query: Query): FirstFailure | null {
  const last = useRef<number | null>(null);
  if (query.data) last.current = null;
  else if (query.error) last.current = statusOf(query.error);
  if (last.current === null) return null;
  return { status: last.current, retry: () => void query.refetch(), busy: query.isFetching };
}

/** Posts and activity as one sequence, what is held back of them, and how to load more. */
export function useFeed(meId: number) {
  const client = useQueryClient();
  const posts = useInfiniteQuery(feedQuery);
  const activity = useInfiniteQuery(global);
  const allPosts = useMemo(() => posts.data && allOf(posts.data), [posts.data]);
  const allActivity = useMemo(() => activity.data && allOf(activity.data), [activity.data]);
  const heldPosts = useHeld(allPosts, (post: Post) => post.author.id === meId);
  const heldActivity = useHeld(allActivity, isNobodys);
  const postsFailure = useFirstFailure(posts);
  const activityFailure = useFirstFailure(activity);
  const [busy, setBusy] = useState(false);
  const [moreFailed, setMoreFailed] = useState(false);

  // Events may have been missed while nobody was here.
  useEffect(() => {
    void catchUpIfOld(client);
  }, [client]);

  const merged = merge(
    { items: heldPosts.shown ?? [], done: isDone(posts.data) },
    { items: heldActivity.shown ?? [], done: isDone(activity.data) },
  );
  const loadMore = async () => {
    if (busy) return;
    setBusy(true);
    setMoreFailed(false);
    const state = () =>
      merge(
        streamOf<Post>(client.getQueryData(feedQuery.queryKey)),
        streamOf<ActivityItem>(client.getQueryData(global.queryKey)),
      );
    const before = state().items.length;
    for (let turn = 0; turn < TURNS; turn++) {
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
  const told = withoutMirrors(merged.items);
  const nextQuery = merged.next === 'posts' ? posts : activity;
  return {
    /** Undefined until each of the two has been loaded or has failed. */
    items: (posts.data || postsFailure) && (activity.data || activityFailure) ? told : undefined,
    posts: allPosts,
    next: merged.next,
    more: {
      load: () => void loadMore(),
      busy,
      failed: moreFailed && nextQuery.error ? statusOf(nextQuery.error) : null,
    },
    failures: { posts: postsFailure, activity: activityFailure },
    news: {
      posts: heldPosts.held,
      activity: heldActivity.held,
      reveal: () => {
        heldPosts.reveal();
        heldActivity.reveal();
      },
    },
  };
}

const isNobodys = () => false;
