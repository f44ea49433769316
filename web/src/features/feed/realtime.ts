import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post, PostCounts } from '@rivalhold/shared/contract/feed.ts';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activityQuery, fetchNewestActivity } from '../../entities/activity/api.ts';
import { caughtUp, type Pages, withNew } from '../../lib/pages.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import {
  changePost,
  commentsQuery,
  dropPost,
  feedQuery,
  fetchNewest,
  isNewestKept,
  newestAskedAt,
  postQuery,
  showPost,
} from './api.ts';
import { learnCount } from './likes.ts';

const global = activityQuery({ scope: 'global' });

/** What was read so short a time ago (ms) is not read again only because the page or the connection is new. */
const FRESH_MS = 10_000;

/** Not everybody asks at the same moment when a server is back (ms). */
const SPREAD_MS = 2_000;

async function catchUpWith<T extends { id: number }>(
  client: QueryClient,
  key: QueryKey,
  read: () => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<void> {
  if (!client.getQueryData<Pages<T>>(key)) return;
  const fresh = await read();
  const list = client.getQueryData<Pages<T>>(key);
  const next = list && caughtUp(list, fresh);
  if (next) client.setQueryData(key, next);
  else if (list) await client.resetQueries({ queryKey: key });
}

/**
 * Brings what is loaded of the feed in step with the server after a time in which events may have been missed, without
 * moving what somebody reads; where too much has happened it is loaded anew. Never throws: what cannot be read now is
 * caught up with the next time.
 */
export async function catchUp(client: QueryClient): Promise<void> {
  await Promise.allSettled([
    catchUpWith<Post>(client, feedQuery.queryKey, fetchNewest),
    catchUpWith<ActivityItem>(client, global.queryKey, fetchNewestActivity),
  ]);
}

/** The same, unless it was read just now. */
export async function catchUpIfOld(client: QueryClient): Promise<void> {
  if (Date.now() - newestAskedAt() > FRESH_MS) await catchUp(client);
}

/** Catches up with what came before events are heard: once the connection stands, each time that it does. */
function useCatchUp(client: QueryClient): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      const since = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (newestAskedAt() < since) void catchUp(client);
      }, Math.random() * SPREAD_MS);
    };
    if (socketState() === 'open' && !isNewestKept()) heard();
    const stop = onSocketOpen(heard);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}

/** Keeps what is loaded of the feed live, on whatever page one is. Stands once in the page. */
export function useFeedEvents(): void {
  const client = useQueryClient();
  useCatchUp(client);
  useSocketEvent('feed:newPost', (post) => showPost(client, post));
  useSocketEvent('activity:new', (item) => {
    client.setQueryData(global.queryKey, (list) => list && withNew(list, item));
  });
  useSocketEvent('feed:deleted', ({ id }) => dropPost(client, id));
  useSocketEvent('feed:counts', ({ posts }) => {
    for (const post of posts) showCounts(client, post);
  });
}

function showCounts(client: QueryClient, { id, likes, commentsCount }: PostCounts): void {
  learnCount(id, likes);
  const shown = client.getQueryData(commentsQuery(id).queryKey);
  const before =
    client.getQueryData(postQuery(id).queryKey) ??
    client
      .getQueryData(feedQuery.queryKey)
      ?.pages.flatMap(({ items }) => items)
      .find((post) => post.id === id);
  changePost(client, id, (post) => ({ ...post, likes, commentsCount }));
  // Somebody reads them: which ones are new only the server knows.
  if (shown && before?.commentsCount !== commentsCount)
    void client.invalidateQueries({ queryKey: commentsQuery(id).queryKey });
}
