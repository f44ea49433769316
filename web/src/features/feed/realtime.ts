import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post, PostCounts } from '@rivalhold/shared/contract/feed.ts';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activityQuery, fetchNewestActivity } from '../../entities/activity/api.ts';
import { type PagedList, withFirstPage, withItem } from '../../lib/paged-list.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import {
  changePost,
  dropPost,
  feedQuery,
  fetchNewest,
  getNewestRequestedAt,
  isNewestCurrent,
  postCommentsQuery,
  postQuery,
  refreshPreview,
  reloadPosts,
  showPost,
} from './api.ts';
import { reconcileCount } from './likes.ts';

const global = activityQuery({ scope: 'global' });

/** If the newest posts were requested less than this time (ms) ago, opening the feed's page does not sync the feed. */
const FRESH_MS = 10_000;

/** Maximum random delay (ms), which spreads the requests of all clients, for example after a server restart. */
const JITTER_MS = 2_000;

async function catchUpWith<T extends { id: number }>(
  client: QueryClient,
  key: QueryKey,
  read: () => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<void> {
  if (!client.getQueryData<PagedList<T>>(key)) return;
  const fresh = await read();
  const list = client.getQueryData<PagedList<T>>(key);
  const next = list && withFirstPage(list, fresh);
  if (next) client.setQueryData(key, next);
  else if (list) await client.resetQueries({ queryKey: key });
}

/**
 * Sync the cached feed after a time in which events might have been missed, without moving content that is being read.
 * Reload the feed if too much has changed. Never throws: the next sync repeats a failed request.
 */
export async function catchUp(client: QueryClient): Promise<void> {
  await Promise.allSettled([
    catchUpWith<Post>(client, feedQuery.queryKey, fetchNewest),
    catchUpWith<ActivityItem>(client, global.queryKey, fetchNewestActivity),
    reloadPosts(client),
  ]);
}

/** Sync the cached feed unless it was just fetched. */
export async function catchUpIfStale(client: QueryClient): Promise<void> {
  if (Date.now() - getNewestRequestedAt() > FRESH_MS) await catchUp(client);
}

/** Sync the feed on each connection, because earlier events might have been missed. */
function useCatchUp(client: QueryClient): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleCatchUp = () => {
      const since = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (getNewestRequestedAt() < since) void catchUp(client);
      }, Math.random() * JITTER_MS);
    };
    if (socketState() === 'open' && !isNewestCurrent()) scheduleCatchUp();
    const stop = onSocketOpen(scheduleCatchUp);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}

/** Keep the cached feed up to date on every page. Call this in one component only. */
export function useFeedEvents(): void {
  const client = useQueryClient();
  useCatchUp(client);
  useSocketEvent('feed:newPost', (post) => showPost(client, post));
  useSocketEvent('activity:new', (item) => {
    client.setQueryData(global.queryKey, (list) => list && withItem(list, item));
  });
  useSocketEvent('feed:deleted', ({ id }) => dropPost(client, id));
  useSocketEvent('feed:hidden', ({ id, hidden }) => changePost(client, id, (post) => ({ ...post, hidden })));
  useSocketEvent('feed:counts', ({ posts }) => {
    for (const post of posts) showCounts(client, post);
  });
}

function showCounts(client: QueryClient, { id, likes, commentsCount }: PostCounts): void {
  reconcileCount(id, likes);
  const shown = client.getQueryData(postCommentsQuery(id).queryKey);
  const before =
    client.getQueryData(postQuery(id).queryKey) ??
    client
      .getQueryData(feedQuery.queryKey)
      ?.pages.flatMap(({ items }) => items)
      .find((post) => post.id === id);
  changePost(client, id, (post) => ({ ...post, likes, commentsCount }));
  // The event contains only the number of comments, so reload the comments if they are shown.
  if (shown && before?.commentsCount !== commentsCount)
    void client.invalidateQueries({ queryKey: postCommentsQuery(id).queryKey });
  // A lower count means that a comment was deleted or hidden. Reload the preview, which might contain it.
  if (before && commentsCount < before.commentsCount && before.comments.length > 0)
    setTimeout(() => void refreshPreview(client, id), Math.random() * JITTER_MS);
}
