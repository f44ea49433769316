import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { parseGifPage } from './results.ts';

type Provider = { apiBase: string; key: string };

/** Fetch a page of GIFs; for an empty `term`, trending GIFs. The request does not identify the player. */
async function fetchGifs({ apiBase, key }: Provider, term: string, offset: number, signal: AbortSignal) {
  const query = new URLSearchParams({
    api_key: key,
    limit: String(LIMITS.gifs.page),
    offset: String(offset),
    rating: LIMITS.gifs.rating,
    ...(term && { q: term }),
  });
  const response = await fetch(`${apiBase}/v1/gifs/${term ? 'search' : 'trending'}?${query}`, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
  if (!response.ok) throw new Error(`GIPHY responded with ${response.status}`);
  return parseGifPage(await response.json(), offset, apiBase);
}

/** Query GIFs that match a search, or trending GIFs, page by page. */
export const gifsQuery = (provider: Provider, term: string) =>
  infiniteQueryOptions({
    queryKey: ['gifs', term],
    queryFn: ({ pageParam, signal }) => fetchGifs(provider, term, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { refetchOnReconnect: false },
  });
