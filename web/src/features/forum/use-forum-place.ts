import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ForumSearch, filtersOf, readForumSearch } from './search.ts';

/** Where in the forum one is, as the address says, and how to go elsewhere in it. */
export function useForumPlace() {
  const query = useSearch({ from: '/player/forum' });
  const navigate = useNavigate({ from: '/forum' });
  const place = useMemo(() => readForumSearch(query), [query]);
  const filters = useMemo(() => filtersOf(place), [place]);
  /** `quietly` is no step of its own for back and forward. The scroll stays where it is. */
  const go = (next: ForumSearch, { quietly = false } = {}) =>
    void navigate({ search: next, replace: quietly, resetScroll: false });
  const router = useRouter();
  /** Whether the thread is open at this moment, whenever that is asked. */
  const isAt = (threadId: number): boolean => {
    const { pathname, search } = router.state.location;
    return pathname === '/forum' && readForumSearch(search).thread === threadId;
  };
  return { place, filters, go, isAt };
}
