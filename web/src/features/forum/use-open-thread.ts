import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { anchorFor } from '../../lib/anchors.ts';
import { useHighlight } from '../../lib/use-highlight.ts';
import { toast } from '../../ui/toast.ts';
import { threadQuery } from './api.ts';
import type { ForumSearch } from './search.ts';
import { lastPage } from './thread.ts';
import { useForumPlace } from './use-forum-place.ts';

type Wish = { id: number; focus: boolean };

/** Scrolls to a post that is shown, as soon as it is, and marks it for a moment. `posts` are those that are shown. */
function useReveal(posts: readonly unknown[] | undefined) {
  const [wanted, setWanted] = useState<Wish | null>(null);
  const [highlighted, setHighlighted] = useHighlight();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may come on the screen later than the wish to see it
  useEffect(() => {
    const card = wanted && document.getElementById(anchorFor('forum', wanted.id));
    if (!card) return;
    setWanted(null);
    setHighlighted(wanted.id);
    const show = () => card.scrollIntoView({ block: wanted.focus ? 'start' : 'nearest' });
    show();
    if (wanted.focus) card.focus({ preventScroll: true });
    // Where a page was just opened, the router has its own idea of where to begin.
    requestAnimationFrame(show);
  }, [wanted, posts]);
  return { highlighted, reveal: setWanted };
}

type Open = {
  threadId: number;
  page: number | undefined;
  postId: number | undefined;
};

/**
 * The page of a thread that the address names. Where it names only a post, the page is found and goes into the address;
 * the post is shown, each time that somebody goes there.
 */
export function useOpenThread({ threadId, page, postId }: Open) {
  const client = useQueryClient();
  const { filters, go } = useForumPlace();
  const { state } = useLocation();
  const visit = state.__TSR_key ?? state.key;
  const isSought = page === undefined && postId !== undefined;
  const query = useQuery(threadQuery(threadId, isSought ? { post: postId } : { page: page ?? 1 }));
  const data = query.isPlaceholderData ? undefined : query.data;
  const reveal = useReveal(data?.posts);

  const goTo = useEffectEvent((place: ForumSearch) =>
    go({ ...filters, thread: threadId, ...place }, { quietly: true }),
  );
  useEffect(() => {
    if (!isSought || data === undefined) return;
    if (data === null) {
      toast.info(FORUM_TEXTS.postGone);
      goTo({});
      return;
    }
    client.setQueryData(threadQuery(threadId, { page: data.page }).queryKey, data);
    goTo({ page: data.page, post: postId });
  }, [isSought, data, client, threadId, postId]);
  // The last posts of a thread may be gone, and their page with them.
  const last = data ? lastPage(data) : undefined;
  useEffect(() => {
    if (!isSought && page !== undefined && last !== undefined && page > last) goTo({ page: last });
  }, [isSought, page, last]);

  const isLoaded = !isSought && data !== undefined;
  const show = useEffectEvent((id: number) => {
    if (data?.posts.some((post) => post.id === id)) reveal.reveal({ id, focus: true });
    else if (data) toast.info(FORUM_TEXTS.postGone);
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
