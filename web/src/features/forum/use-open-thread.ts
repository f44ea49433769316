import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { anchorFor } from '../../lib/anchors.ts';
import { useHighlight } from '../../lib/use-highlight.ts';
import { toast } from '../../ui/toast.ts';
import { syncListedThread, threadQuery } from './api.ts';
import type { ForumSearch } from './search.ts';
import { lastPage } from './thread.ts';
import { useForumLocation } from './use-forum-location.ts';

type RevealTarget = { id: number; focus: boolean };

/** Scroll to a post once it is rendered, and highlight it for a moment. `posts` are the shown posts. */
function useReveal(posts: readonly unknown[] | undefined) {
  const [target, setTarget] = useState<RevealTarget | null>(null);
  const [highlighted, setHighlighted] = useHighlight();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the post may be rendered after it was requested
  useEffect(() => {
    const card = target && document.getElementById(anchorFor('forum', target.id));
    if (!card) return;
    setTarget(null);
    setHighlighted(target.id);
    const show = () => card.scrollIntoView({ block: target.focus ? 'start' : 'nearest' });
    show();
    if (target.focus) card.focus({ preventScroll: true });
    // On a new page, the router resets the scroll position after this effect, so scroll again.
    requestAnimationFrame(show);
  }, [target, posts]);
  return { highlighted, reveal: setTarget };
}

type OpenThread = {
  threadId: number;
  page: number | undefined;
  postId: number | undefined;
};

/**
 * Return the page of a thread that the URL names (`page`). If the URL names only a post (`postId`), look up the post's
 * page and add its number to the URL. Scroll to the post on each navigation to it.
 */
export function useOpenThread({ threadId, page, postId }: OpenThread) {
  const client = useQueryClient();
  const { filters, go } = useForumLocation();
  const { state } = useLocation();
  const visit = state.__TSR_key ?? state.key;
  const isPageUnknown = page === undefined && postId !== undefined;
  const query = useQuery(threadQuery(threadId, isPageUnknown ? { post: postId } : { page: page ?? 1 }));
  const data = query.isPlaceholderData ? undefined : query.data;
  const reveal = useReveal(data?.posts);
  // When an event or a request changes the open thread, update the thread's entry in the list.
  const { postCount, updatedAt } = data?.thread ?? {};
  useEffect(() => {
    if (postCount !== undefined && updatedAt !== undefined)
      syncListedThread(client, { id: threadId, postCount, updatedAt });
  }, [client, threadId, postCount, updatedAt]);

  const goTo = useEffectEvent((params: ForumSearch) =>
    go({ ...filters, thread: threadId, ...params }, { replace: true }),
  );
  useEffect(() => {
    if (!isPageUnknown || data === undefined) return;
    if (data === null) {
      toast.info(FORUM_TEXTS.postNotFound);
      goTo({});
      return;
    }
    client.setQueryData(threadQuery(threadId, { page: data.page }).queryKey, data);
    goTo({ page: data.page, post: postId });
  }, [isPageUnknown, data, client, threadId, postId]);
  // The URL can name a page after the last page, so show the last page instead.
  const last = data ? lastPage(data) : undefined;
  useEffect(() => {
    if (!isPageUnknown && page !== undefined && last !== undefined && page > last) goTo({ page: last });
  }, [isPageUnknown, page, last]);

  const isLoaded = !isPageUnknown && data !== undefined;
  const show = useEffectEvent((id: number) => {
    if (data?.posts.some((post) => post.id === id)) reveal.reveal({ id, focus: true });
    else if (data) toast.info(FORUM_TEXTS.postNotFound);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation
  useEffect(() => {
    if (isLoaded && postId !== undefined) show(postId);
  }, [isLoaded, postId, visit]);

  // `seen` is the number of posts when the thread was opened, or when its last page was last shown. `hasNew` is true if
  // posts have been added since then.
  const [seen, setSeen] = useState<number | null>(null);
  const isLast = data !== null && data !== undefined && data.page >= lastPage(data);
  if (data && (seen === null || (isLast && seen !== data.total))) setSeen(data.total);
  const hasNew = data !== null && data !== undefined && !isLast && seen !== null && data.total > seen;

  return { query, page: query.data, isOld: query.isPlaceholderData, hasNew, ...reveal };
}
