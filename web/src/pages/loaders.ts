import type { PathsWith } from '@rivalhold/shared/pages.ts';
import { activityQuery } from '../entities/activity/api.ts';
import { blocksQuery, isBlocked } from '../entities/blocks/api.ts';
import { coinHistoryQuery } from '../entities/coins/api.ts';
import { configQuery } from '../entities/config/api.ts';
import { gameQuery, levelsQuery } from '../entities/game/api.ts';
import { catalogueQuery, inventoryQuery } from '../entities/items/api.ts';
import { profileQuery, profilesQuery } from '../entities/players/api.ts';
import { getSession } from '../entities/session/api.ts';
import { sessionsQuery } from '../features/accounts/api.ts';
import { buyingLimitQuery } from '../features/checkout/api.ts';
import {
  combatStandingQuery,
  fightRecordQuery,
  matchupsQuery,
  openFightsQuery,
  pastFightsQuery,
} from '../features/combat/api.ts';
import { profileCommentsQuery } from '../features/comments/api.ts';
import { conversationsQuery, threadQuery } from '../features/dms/api.ts';
import { styleQuery } from '../features/fight-style/api.ts';
import { categoriesQuery, threadsQuery } from '../features/forum/queries.ts';
import { filtersOf, readForumSearch } from '../features/forum/search.ts';
import { friendshipsQuery, incomingQuery } from '../features/friends/api.ts';
import { titlesQuery } from '../features/goals/titles-api.ts';
import { galleryQuery, latestPhotosQuery } from '../features/photos/api.ts';
import { lessonsQuery } from '../features/practice/api.ts';
import { poolQuery } from '../features/ranked/api.ts';
import { ratingBoardQuery } from '../features/ratings/api.ts';
import { queryClient, retryIfShown } from '../lib/query-client.ts';
import { directoryQuery } from './directory/directory.ts';
import { readFilters } from './directory/filters.ts';
import { boardQuery, readBoard } from './leaderboard/boards.ts';

/** The router's data about a page that is opened or preloaded. */
export type PageTarget = { params: Record<string, string>; location: { search: object } };
/** The id in the path (0 if there is none), the signed-in player's id, and the query of the URL. */
type Viewed = { id: number; meId: number; search: object };
type Load = (viewed: Viewed) => Promise<unknown>[];
/**
 * Paths of the pages for which `firstCalls` in shared/src/pages.ts lists the initial requests, except staff pages.
 * `LOADS` must send the same requests.
 */
type LoadedPath = PathsWith<{ access: 'player' | 'public'; firstCalls: unknown }>;

const ensureQuery: typeof queryClient.ensureQueryData = (query) =>
  queryClient.ensureQueryData({ retry: retryIfShown(query.queryKey), ...query });
const ensurePages: typeof queryClient.ensureInfiniteQueryData = (query) =>
  queryClient.ensureInfiniteQueryData({ retry: retryIfShown(query.queryKey), ...query });

const loadGallery: Load = ({ id, meId }) => [
  ensurePages(galleryQuery(id || meId)),
  ...(id && id !== meId ? [ensureQuery(profileQuery(id))] : []),
];
/** Load the data of a profile page, unless the viewer has blocked the player. */
const loadProfile: Load = ({ id }) =>
  isBlocked(queryClient, id)
    ? []
    : [
        ensureQuery(profileQuery(id)),
        ensureQuery(blocksQuery),
        ensureQuery(latestPhotosQuery(id)),
        ensureQuery(titlesQuery(id)),
        ensureQuery(gameQuery(id)),
        ensureQuery(combatStandingQuery(id)),
        ensurePages(profileCommentsQuery(id)),
        ensurePages(activityQuery({ userId: id })),
      ];

/** The initial queries of each page. They must only read data: preloading the fight page must not start a fight. */
const LOADS: Record<LoadedPath, Load> & Record<string, Load | undefined> = {
  '/profiles': () => [ensurePages(profilesQuery)],
  '/profiles/{userId}': loadProfile,
  '/profiles/{userId}/edit': ({ meId }) => [ensureQuery(profileQuery(meId))],
  '/directory': ({ search }) => [ensurePages(directoryQuery(readFilters(search)))],
  '/friends': () => [ensureQuery(friendshipsQuery), ensureQuery(incomingQuery)],
  '/my-gallery': loadGallery,
  '/gallery/{userId}': loadGallery,
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
  '/fight/{userId}': ({ meId }) => [
    ensureQuery(gameQuery(meId)),
    ensureQuery(levelsQuery),
    ensureQuery(openFightsQuery),
  ],
  '/practice': () => [ensureQuery(lessonsQuery)],
  '/fight-style': () => [ensureQuery(styleQuery)],
  '/fights': () => [ensureQuery(openFightsQuery), ensureQuery(matchupsQuery), ensurePages(pastFightsQuery)],
  '/ranked': () => [ensureQuery(poolQuery)],
  '/leaderboard': ({ search }) => {
    const board = readBoard(search);
    return [board === 'rating' ? ensurePages(ratingBoardQuery) : ensurePages(boardQuery(board))];
  },
  '/fights/{id}': ({ id }) => [ensureQuery(fightRecordQuery(id))],
  '/dm': () => [ensurePages(conversationsQuery)],
  '/dm/{userId}': ({ id, meId }) => [
    ensurePages(conversationsQuery),
    ...(id === meId ? [] : [ensureQuery(threadQuery(id))]),
  ],
  '/forum': ({ search }) => [
    ensureQuery(categoriesQuery),
    ensurePages(threadsQuery(filtersOf(readForumSearch(search)))),
  ],
};

/**
 * Start loading a page's initial data, in parallel with its code. Cached queries are not repeated here, because the
 * page itself refetches stale data. Errors are ignored, because the page retries and shows them.
 */
export function loadPage(page: string, { params, location }: PageTarget): void {
  const me = getSession();
  if (!me) return;
  const id = Number(Object.values(params)[0] ?? 0);
  void Promise.allSettled(LOADS[page]?.({ id, meId: me.id, search: location.search }) ?? []);
}
