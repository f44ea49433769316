import { pageOf } from '@rivalhold/shared/pages.ts';
import { blocksQuery } from '../entities/blocks/api.ts';
import { coinHistoryQuery } from '../entities/coins/api.ts';
import { configQuery } from '../entities/config/api.ts';
import { gameQuery, levelsQuery } from '../entities/game/api.ts';
import { catalogueQuery, inventoryQuery } from '../entities/items/api.ts';
import { profileQuery, profilesQuery } from '../entities/players/api.ts';
import { sessionNow } from '../entities/session/api.ts';
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
type Going = { id: number; meId: number; search: object };

const one: typeof queryClient.ensureQueryData = (query) => queryClient.ensureQueryData(query);
const pages: typeof queryClient.ensureInfiniteQueryData = (query) =>
  queryClient.ensureInfiniteQueryData(query);

const thread = ({ id, meId }: Going) => (id && id !== meId ? [one(threadQuery(id))] : []);
const gallery = ({ id, meId }: Going) => [
  pages(galleryQuery(id || meId)),
  ...(id && id !== meId ? [one(profileQuery(id))] : []),
];
/** Whoever is blocked is nobody to be asked for. */
const profile = ({ id }: Going) => {
  const isBlocked = queryClient.getQueryData(blocksQuery.queryKey)?.some((blocked) => blocked.id === id);
  return isBlocked ? [] : [one(profileQuery(id)), one(blocksQuery), one(latestPhotosQuery(id))];
};

/**
 * What each page shows first. The dashboard has a loader of its own; the code of the staff is there whole after the first
 * of its pages, and no player is to load their lists. Nothing here begins anything: a fight is opened by its page alone.
 */
const CALLS: Partial<Record<ReturnType<typeof pageOf> & string, (going: Going) => Promise<unknown>[]>> = {
  '/profiles': () => [pages(profilesQuery)],
  '/profiles/{userId}': profile,
  '/profiles/{userId}/edit': ({ meId }) => [one(profileQuery(meId))],
  '/directory': ({ search }) => [pages(directoryQuery(readFilters(search)))],
  '/friends': () => [one(friendshipsQuery), one(incomingQuery)],
  '/my-gallery': gallery,
  '/gallery/{userId}': gallery,
  '/inventory/{userId}': ({ id, meId }) => [
    ...[one(inventoryQuery(id)), one(catalogueQuery), one(gameQuery(id))],
    ...(id === meId ? [] : [one(profileQuery(id))]),
  ],
  '/store': ({ meId }) => [one(catalogueQuery), one(gameQuery(meId))],
  '/coins': ({ meId }) => [pages(coinHistoryQuery), one(catalogueQuery), one(gameQuery(meId))],
  '/coinstore': ({ meId }) => [one(configQuery), one(buyingLimitQuery), one(gameQuery(meId))],
  '/settings': () => [one(sessionsQuery)],
  '/fight/{userId}': ({ meId }) => [one(gameQuery(meId)), one(levelsQuery)],
  '/fights/{id}': ({ id }) => [one(fightRecordQuery(id))],
  '/dm': () => [pages(conversationsQuery)],
  '/dm/{userId}': (going) => [pages(conversationsQuery), ...thread(going)],
  '/forum': ({ search }) => [one(categoriesQuery), pages(threadsQuery(filtersOf(readForumSearch(search))))],
};

/**
 * Asks for what the page at this address shows first, while its code is still coming; not for what is known already, which
 * the page asks for anew where it is old. What fails is asked for again, and told, by the page.
 */
export function callFirst({ pathname, search }: { pathname: string; search: object }): void {
  const me = sessionNow();
  const page = pageOf(pathname);
  const id = Number(pathname.split('/')[2]);
  if (!me || !page || (page.includes('{') && !(Number.isSafeInteger(id) && id > 0))) return;
  void Promise.allSettled(CALLS[page]?.({ id, meId: me.id, search }) ?? []);
}
