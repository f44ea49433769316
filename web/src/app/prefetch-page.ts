import { pageOf } from '@rivalhold/shared/pages.ts';
import { blocksQuery } from '../entities/blocks/api.ts';
import { coinHistoryQuery } from '../entities/coins/api.ts';
import { configQuery } from '../entities/config/api.ts';
import { gameQuery, levelsQuery } from '../entities/game/api.ts';
import { catalogueQuery, inventoryQuery } from '../entities/items/api.ts';
import { profileQuery, profilesQuery } from '../entities/players/api.ts';
import { getSession } from '../entities/session/api.ts';
import { sessionsQuery } from '../features/accounts/api.ts';
import { buyingLimitQuery } from '../features/checkout/api.ts';
import { fightRecordQuery } from '../features/combat/api.ts';
import { conversationsQuery, threadQuery } from '../features/dms/api.ts';
import { categoriesQuery, threadsQuery } from '../features/forum/api.ts';
import { filtersOf, readForumSearch } from '../features/forum/search.ts';
import { friendshipsQuery, incomingQuery } from '../features/friends/api.ts';
import { galleryQuery, latestPhotosQuery } from '../features/photos/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { directoryQuery } from '../pages/directory/directory.ts';
import { readFilters } from '../pages/directory/filters.ts';

/** The id in the path, NaN without one; who is signed in; what the address asks of the page. */
type PageTarget = { id: number; meId: number; search: object };

const ensureQuery: typeof queryClient.ensureQueryData = (query) => queryClient.ensureQueryData(query);
const ensurePages: typeof queryClient.ensureInfiniteQueryData = (query) =>
  queryClient.ensureInfiniteQueryData(query);

const thread = ({ id, meId }: PageTarget) => (id && id !== meId ? [ensureQuery(threadQuery(id))] : []);
const gallery = ({ id, meId }: PageTarget) => [
  ensurePages(galleryQuery(id || meId)),
  ...(id && id !== meId ? [ensureQuery(profileQuery(id))] : []),
];
/** Whoever is blocked is nobody to be asked for. */
const profile = ({ id }: PageTarget) => {
  const isBlocked = queryClient.getQueryData(blocksQuery.queryKey)?.some((blocked) => blocked.id === id);
  return isBlocked
    ? []
    : [ensureQuery(profileQuery(id)), ensureQuery(blocksQuery), ensureQuery(latestPhotosQuery(id))];
};

/**
 * What each page shows first. The dashboard has a loader of its own; the code of the staff is there whole after the first
 * of its pages, and no player is to load their lists. Nothing here begins anything: a fight is opened by its page alone.
 */
const PAGE_QUERIES: Partial<
  Record<ReturnType<typeof pageOf> & string, (target: PageTarget) => Promise<unknown>[]>
> = {
  '/profiles': () => [ensurePages(profilesQuery)],
  '/profiles/{userId}': profile,
  '/profiles/{userId}/edit': ({ meId }) => [ensureQuery(profileQuery(meId))],
  '/directory': ({ search }) => [ensurePages(directoryQuery(readFilters(search)))],
  '/friends': () => [ensureQuery(friendshipsQuery), ensureQuery(incomingQuery)],
  '/my-gallery': gallery,
  '/gallery/{userId}': gallery,
  '/inventory/{userId}': ({ id, meId }) => [
    ...[ensureQuery(inventoryQuery(id)), ensureQuery(catalogueQuery), ensureQuery(gameQuery(id))],
    ...(id === meId ? [] : [ensureQuery(profileQuery(id))]),
  ],
  '/store': ({ meId }) => [ensureQuery(catalogueQuery), ensureQuery(gameQuery(meId))],
  '/coins': ({ meId }) => [
    ensurePages(coinHistoryQuery),
    ensureQuery(catalogueQuery),
    ensureQuery(gameQuery(meId)),
  ],
  '/coinstore': ({ meId }) => [
    ensureQuery(configQuery),
    ensureQuery(buyingLimitQuery),
    ensureQuery(gameQuery(meId)),
  ],
  '/settings': () => [ensureQuery(sessionsQuery)],
  '/fight/{userId}': ({ meId }) => [ensureQuery(gameQuery(meId)), ensureQuery(levelsQuery)],
  '/fights/{id}': ({ id }) => [ensureQuery(fightRecordQuery(id))],
  '/dm': () => [ensurePages(conversationsQuery)],
  '/dm/{userId}': (target) => [ensurePages(conversationsQuery), ...thread(target)],
  '/forum': ({ search }) => [
    ensureQuery(categoriesQuery),
    ensurePages(threadsQuery(filtersOf(readForumSearch(search)))),
  ],
};

/**
 * Asks for what the page at this address shows first, while its code is still coming; not for what is known already, which
 * the page asks for anew where it is old. What fails is asked for again, and told, by the page.
 */
export function prefetchPage({ pathname, search }: { pathname: string; search: object }): void {
  const me = getSession();
  const page = pageOf(pathname);
  const id = Number(pathname.split('/')[2]);
  if (!me || !page || (page.includes('{') && !(Number.isSafeInteger(id) && id > 0))) return;
  void Promise.allSettled(PAGE_QUERIES[page]?.({ id, meId: me.id, search }) ?? []);
}
