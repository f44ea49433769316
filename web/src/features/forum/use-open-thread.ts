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

/** Scrolls to a post that is shown, as soon as it is, and marks it for a moment. `posts` are those that are shown. */
function useReveal(posts: readonly unknown[] | undefined) {
  const [target, setTarget] = useState<RevealTarget | null>(null);
  const [highlighted, setHighlighted] = useHighlight();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may come on the screen later than the wish to see it
  useEffect(() => {
    const card = target && document.getElementById(anchorFor('forum', target.id));
    if (!card) return;
    setTarget(null);
    setHighlighted(target.id);
    const show = () => card.scrollIntoView({ block: target.focus ? 'start' : 'nearest' });
    show();
    if (target.focus) card.focus({ preventScroll: true });
    // Where a page was just opened, the router has its own idea of where to begin.
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
 * The page of a thread that the address names. Where it names only a post, the page is found and goes into the address;
 * the post is shown, each time that somebody goes there.
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
  // The list beside the thread shows its new posts too, whether an event or a later request brought them.
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
  // The last posts of a thread may be gone, and their page with them.
  const last = data ? lastPage(data) : undefined;
  useEffect(() => {
    if (!isPageUnknown && page !== undefined && last !== undefined && page > last) goTo({ page: last });
  }, [isPageUnknown, page, last]);

  const isLoaded = !isPageUnknown && data !== undefined;
  const show = useEffectEvent((id: number) => {
    if (data?.posts.some((post) => post.id === id)) reveal.reveal({ id, focus: true });
    else if (data) toast.info(FORUM_TEXTS.postNotFound);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time somebody goes there
  useEffect(() => {
    if (isLoaded && postId !== undefined) show(postId);
  }, [isLoaded, postId, visit]);

  // What has come since, for those who read another page.
  const [seen, setSeen] = useState<number | null>(null);
  const isLast = data !== null && data !== undefined && data.page >= lastPage(data);
  if (data && (seen === null || (isLast && seen !== data.total))) setSeen(data.total);
  const hasNew = data !== null && data !== undefined && !isLast && seen !== null && data.total > seen;

  return { query, page: query.data, isOld: query.isPlaceholderData, hasNew, ...reveal };
}
