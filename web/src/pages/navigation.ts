import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { idInPath, pageMatcher } from '@rivalhold/shared/page-paths.ts';
import type { PagePath, PathsWith } from '@rivalhold/shared/pages.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import type { LinkProps } from '@tanstack/react-router';
import {
  Backpack,
  CircleHelp,
  CircleUserRound,
  Coins,
  HeartHandshake,
  Images,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Search,
  Settings,
  ShieldCheck,
  Store,
  UserRoundPen,
  Users,
} from 'lucide-react';
import { activityQuery } from '../entities/activity/api.ts';
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
import { commentsQuery } from '../features/comments/api.ts';
import { conversationsQuery, threadQuery } from '../features/dms/api.ts';
import { categoriesQuery, threadsQuery } from '../features/forum/api.ts';
import { filtersOf, readForumSearch } from '../features/forum/search.ts';
import { friendshipsQuery, incomingQuery } from '../features/friends/api.ts';
import { galleryQuery, latestPhotosQuery } from '../features/photos/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { directoryQuery } from './directory/directory.ts';
import { readFilters } from './directory/filters.ts';
import { staffPages } from './index.ts';

/** The id in the path, 0 if there is none; the signed-in player; the query of the address. */
type PageTarget = { id: number; meId: number; search: object };
type Prefetch = (target: PageTarget) => Promise<unknown>[];
type Navigation = { menu?: { text: string; icon: LucideIcon }; prefetch?: Prefetch };
/** Pages that name first calls in the shared table prefetch the same calls here. */
type PrefetchedPath = PathsWith<{ access: 'player'; firstCalls: unknown }>;

const ensureQuery: typeof queryClient.ensureQueryData = (query) => queryClient.ensureQueryData(query);
const ensurePages: typeof queryClient.ensureInfiniteQueryData = (query) =>
  queryClient.ensureInfiniteQueryData(query);

const prefetchGallery: Prefetch = ({ id, meId }) => [
  ensurePages(galleryQuery(id || meId)),
  ...(id && id !== meId ? [ensureQuery(profileQuery(id))] : []),
];
/** Prefetch a profile, unless its player is blocked. */
const prefetchProfile: Prefetch = ({ id }) =>
  queryClient.getQueryData(blocksQuery.queryKey)?.some((blocked) => blocked.id === id)
    ? []
    : [
        ensureQuery(profileQuery(id)),
        ensureQuery(blocksQuery),
        ensureQuery(latestPhotosQuery(id)),
        ensurePages(commentsQuery(id)),
        ensurePages(activityQuery({ userId: id })),
      ];

/**
 * How players get to a page: its entry in the profile dropdown, in this order, and the queries that are prefetched on the
 * way. The dashboard has a loader instead, and the staff's pages load their lists themselves. A prefetch only reads: a
 * fight is opened by its page.
 */
const NAVIGATION: { [Path in PagePath]?: Navigation } & Record<PrefetchedPath, { prefetch: Prefetch }> = {
  '/profiles/{userId}': {
    menu: { text: MENU_TEXTS.viewProfile, icon: CircleUserRound },
    prefetch: prefetchProfile,
  },
  '/profiles/{userId}/edit': {
    menu: { text: MENU_TEXTS.editProfile, icon: UserRoundPen },
    prefetch: ({ meId }) => [ensureQuery(profileQuery(meId))],
  },
  '/my-gallery': { menu: { text: PHOTO_TEXTS.myGallery, icon: Images }, prefetch: prefetchGallery },
  '/inventory/{userId}': {
    menu: { text: INVENTORY_TEXTS.title, icon: Backpack },
    prefetch: ({ id, meId }) => [
      ...[ensureQuery(inventoryQuery(id)), ensureQuery(catalogueQuery), ensureQuery(gameQuery(id))],
      ...(id === meId ? [] : [ensureQuery(profileQuery(id))]),
    ],
  },
  '/coinstore': {
    menu: { text: MENU_TEXTS.buyCoins, icon: Coins },
    prefetch: ({ meId }) => [
      ensureQuery(configQuery),
      ensureQuery(buyingLimitQuery),
      ensureQuery(gameQuery(meId)),
    ],
  },
  '/dashboard': { menu: { text: MENU_TEXTS.dashboard, icon: LayoutDashboard } },
  '/chat': { menu: { text: MENU_TEXTS.lobby, icon: MessageCircle } },
  '/directory': {
    menu: { text: MENU_TEXTS.findPlayers, icon: Search },
    prefetch: ({ search }) => [ensurePages(directoryQuery(readFilters(search)))],
  },
  '/friends': {
    menu: { text: MENU_TEXTS.friends, icon: HeartHandshake },
    prefetch: () => [ensureQuery(friendshipsQuery), ensureQuery(incomingQuery)],
  },
  '/forum': {
    menu: { text: MENU_TEXTS.forums, icon: MessagesSquare },
    prefetch: ({ search }) => [
      ensureQuery(categoriesQuery),
      ensurePages(threadsQuery(filtersOf(readForumSearch(search)))),
    ],
  },
  '/store': {
    menu: { text: MENU_TEXTS.store, icon: Store },
    prefetch: ({ meId }) => [ensureQuery(catalogueQuery), ensureQuery(gameQuery(meId))],
  },
  '/profiles': {
    menu: { text: MENU_TEXTS.players, icon: Users },
    prefetch: () => [ensurePages(profilesQuery)],
  },
  '/settings': {
    menu: { text: MENU_TEXTS.settings, icon: Settings },
    prefetch: () => [ensureQuery(sessionsQuery)],
  },
  '/support': { menu: { text: SHELL_TEXTS.support, icon: LifeBuoy } },
  '/faq': { menu: { text: SHELL_TEXTS.faq, icon: CircleHelp } },
  '/admin': { menu: { text: MENU_TEXTS.staff, icon: ShieldCheck } },
  '/gallery/{userId}': { prefetch: prefetchGallery },
  '/coins': {
    prefetch: ({ meId }) => [
      ensurePages(coinHistoryQuery),
      ensureQuery(catalogueQuery),
      ensureQuery(gameQuery(meId)),
    ],
  },
  '/fight/{userId}': {
    prefetch: ({ meId }) => [ensureQuery(gameQuery(meId)), ensureQuery(levelsQuery)],
  },
  '/fights/{id}': { prefetch: ({ id }) => [ensureQuery(fightRecordQuery(id))] },
  '/dm': { prefetch: () => [ensurePages(conversationsQuery)] },
  '/dm/{userId}': {
    prefetch: ({ id, meId }) => [
      ensurePages(conversationsQuery),
      ...(id === meId ? [] : [ensureQuery(threadQuery(id))]),
    ],
  },
};

const PATHS = Object.keys(NAVIGATION) as PagePath[];
const pageOf = pageMatcher(PATHS);

export type MenuItem = { text: string; icon: LucideIcon; link: LinkProps };

/** Return the entries of a player's profile dropdown; the staff's pages are for staff. */
export const menuItems = (me: SessionUser): MenuItem[] =>
  PATHS.flatMap((path) => {
    const menu = NAVIGATION[path]?.menu;
    if (!menu || (path in staffPages && !isStaff(me))) return [];
    const to = path.replace('{userId}', '$userId');
    return [{ ...menu, link: { to, params: { userId: String(me.id) } } as LinkProps }];
  });

/**
 * Prefetch what the page at this address shows first, while its code is being loaded. Cached queries are not repeated
 * here: the page refetches the stale ones. Errors are ignored: the page asks again and shows them.
 */
export function prefetchPage({ pathname, search }: { pathname: string; search: object }): void {
  const me = getSession();
  const page = pageOf(pathname);
  const id = idInPath(pathname);
  if (!me || !page || (page.includes('{') && id === null)) return;
  void Promise.allSettled(NAVIGATION[page]?.prefetch?.({ id: id ?? 0, meId: me.id, search }) ?? []);
}
