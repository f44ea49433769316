import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ForumSearch, filtersOf, readForumSearch } from './search.ts';

/** Return the current location in the forum, read from the URL, and functions to navigate in it. */
export function useForumLocation() {
  const query = useSearch({ from: '/player/forum' });
  const navigate = useNavigate({ from: '/forum' });
  const params = useMemo(() => readForumSearch(query), [query]);
  const filters = useMemo(() => filtersOf(params), [params]);
  /** Navigate without resetting the scroll position; `replace` adds no history entry. */
  const go = (next: ForumSearch, { replace = false } = {}) =>
    void navigate({ search: next, replace: replace, resetScroll: false });
  const router = useRouter();
  /** Report whether the thread is open at the time of the call. */
  const isAt = (threadId: number): boolean => {
    const { pathname, search } = router.state.location;
    return pathname === '/forum' && readForumSearch(search).thread === threadId;
  };
  return { params, filters, go, isAt };
}
