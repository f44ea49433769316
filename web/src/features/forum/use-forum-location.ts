import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ForumSearch, filtersOf, readForumSearch } from './search.ts';

/** Where in the forum one is, as the address says, and how to go elsewhere in it. */
export function useForumLocation() {
  const query = useSearch({ from: '/player/forum' });
  const navigate = useNavigate({ from: '/forum' });
  const params = useMemo(() => readForumSearch(query), [query]);
  const filters = useMemo(() => filtersOf(params), [params]);
  /** `replace` adds no step of its own for back and forward. The scroll stays where it is. */
  const go = (next: ForumSearch, { replace = false } = {}) =>
    void navigate({ search: next, replace: replace, resetScroll: false });
  const router = useRouter();
  /** Whether the thread is open at this moment, whenever that is asked. */
  const isAt = (threadId: number): boolean => {
    const { pathname, search } = router.state.location;
    return pathname === '/forum' && readForumSearch(search).thread === threadId;
  };
  return { params, filters, go, isAt };
}
