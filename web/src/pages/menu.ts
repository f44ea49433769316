import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { idInPath, pageMatcher } from '@rivalhold/shared/page-paths.ts';
import type { PagePath, PlayerPath } from '@rivalhold/shared/pages.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import type { LinkProps } from '@tanstack/react-router';
import {
  Backpack,
  CircleHelp,
  CircleUserRound,
  Coins,
  HeartHandshake,
  House,
  Images,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Search,
  Settings,
  ShieldCheck,
  ShieldHalf,
  Store,
  Swords,
  UserRound,
  UserRoundPen,
  Users,
} from 'lucide-react';
import { SOCIAL_PLACES, type SocialPlace } from '../features/social/places.ts';
import { staffPages } from './index.ts';

/** Entries of a player's profile menu, in order. An id in a path is the player's own id. */
const MENU: readonly { path: PagePath; text: string; icon: LucideIcon }[] = [
  { path: '/profiles/{userId}', text: MENU_TEXTS.viewProfile, icon: CircleUserRound },
  { path: '/profiles/{userId}/edit', text: MENU_TEXTS.editProfile, icon: UserRoundPen },
  { path: '/my-gallery', text: PAGE_TITLES.myGallery, icon: Images },
  { path: '/inventory/{userId}', text: PAGE_TITLES.inventory, icon: Backpack },
  { path: '/coinstore', text: MENU_TEXTS.buyCoins, icon: Coins },
  { path: '/dashboard', text: MENU_TEXTS.dashboard, icon: LayoutDashboard },
  { path: '/chat', text: MENU_TEXTS.lobby, icon: MessageCircle },
  { path: '/directory', text: MENU_TEXTS.findPlayers, icon: Search },
  { path: '/practice', text: PAGE_TITLES.practice, icon: Swords },
  { path: '/fight-style', text: PAGE_TITLES.fightStyle, icon: ShieldHalf },
  { path: '/friends', text: MENU_TEXTS.friends, icon: HeartHandshake },
  { path: '/forum', text: MENU_TEXTS.forums, icon: MessagesSquare },
  { path: '/store', text: MENU_TEXTS.store, icon: Store },
  { path: '/profiles', text: MENU_TEXTS.players, icon: Users },
  { path: '/settings', text: MENU_TEXTS.settings, icon: Settings },
  { path: '/support', text: SHELL_TEXTS.support, icon: LifeBuoy },
  { path: '/faq', text: SHELL_TEXTS.faq, icon: CircleHelp },
  { path: '/admin', text: MENU_TEXTS.staff, icon: ShieldCheck },
];

export type MenuItem = { text: string; icon: LucideIcon; link: LinkProps };

/** Return a link to a page. An id in the path is the player's own id. */
const linkTo = (path: PagePath, meId: number): LinkProps =>
  ({ to: path.replace('{userId}', '$userId'), params: { userId: String(meId) } }) as LinkProps;

/** Return the entries of a player's profile menu. Only staff get the staff entry. */
export const menuItems = (me: SessionUser): MenuItem[] =>
  MENU.filter(({ path }) => !(path in staffPages) || isStaff(me)).map(({ path, text, icon }) => ({
    text,
    icon,
    link: linkTo(path, me.id),
  }));

/** The parts of the site that the navigation marks while one of their pages is open. */
type Place = 'home' | 'fight' | 'social' | 'store' | 'me' | SocialPlace;

/** A page in the player area. */
type PlacedPath = PlayerPath | '/fights/{id}';
/**
 * The part of the site to which each player page belongs. For the viewer's own profile, gallery and inventory,
 * `placeOf` returns 'me' instead.
 */
const PLACES: Record<PlacedPath, Place> = {
  '/dashboard': 'home',
  '/fights': 'fight',
  '/fights/{id}': 'fight',
  '/fight/{userId}': 'fight',
  '/practice': 'fight',
  '/fight-style': 'fight',
  '/ranked': 'fight',
  '/leaderboard': 'fight',
  '/directory': 'players',
  '/profiles': 'players',
  '/profiles/{userId}': 'players',
  '/profiles/{userId}/edit': 'players',
  '/gallery/{userId}': 'players',
  '/inventory/{userId}': 'players',
  '/friends': 'friends',
  '/dm': 'messages',
  '/dm/{userId}': 'messages',
  '/forum': 'forum',
  '/chat': 'lobby',
  '/social': 'social',
  '/store': 'store',
  '/coinstore': 'store',
  '/purchase/success': 'store',
  '/purchase/cancel': 'store',
  '/my-gallery': 'me',
  '/coins': 'me',
  '/decisions': 'me',
  '/settings': 'me',
  '/safety': 'me',
};
const matchPlayerPage = pageMatcher(Object.keys(PLACES) as PlacedPath[]);

/** Return the part of the site to which a page belongs, or undefined if it belongs to none. */
export function placeOf(pathname: string, meId: number): Place | undefined {
  const page = matchPlayerPage(pathname);
  const place = page && PLACES[page];
  return place === 'players' && idInPath(pathname) === meId ? 'me' : place;
}

type NavItem = MenuItem & { places: readonly Place[] };
type NavEntry = { path: PagePath; text: string; icon: LucideIcon; places: readonly Place[] };

/** The main navigation of wide windows. */
const MAIN: readonly NavEntry[] = [
  { path: '/dashboard', text: MENU_TEXTS.home, icon: House, places: ['home'] },
  { path: '/fights', text: MENU_TEXTS.fight, icon: Swords, places: ['fight'] },
  { path: '/directory', text: MENU_TEXTS.playersTab, icon: Users, places: ['players'] },
  { path: '/forum', text: MENU_TEXTS.forum, icon: MessagesSquare, places: ['forum'] },
  { path: '/chat', text: MENU_TEXTS.lobby, icon: MessageCircle, places: ['lobby'] },
  { path: '/store', text: MENU_TEXTS.storeTab, icon: Store, places: ['store'] },
];

/** The tab bar of narrow windows. */
const TABS: readonly NavEntry[] = [
  { path: '/dashboard', text: MENU_TEXTS.home, icon: House, places: ['home'] },
  { path: '/fights', text: MENU_TEXTS.fight, icon: Swords, places: ['fight'] },
  {
    path: '/social',
    text: MENU_TEXTS.social,
    icon: Users,
    places: ['social', ...SOCIAL_PLACES.map(({ place }) => place)],
  },
  { path: '/store', text: MENU_TEXTS.storeTab, icon: Store, places: ['store'] },
  { path: '/profiles/{userId}', text: MENU_TEXTS.me, icon: UserRound, places: ['me'] },
];

const toItems =
  (entries: readonly NavEntry[]) =>
  (meId: number): NavItem[] =>
    entries.map(({ path, ...item }) => ({ ...item, link: linkTo(path, meId) }));

/** Return the entries of the main navigation. */
export const mainItems = toItems(MAIN);
export const tabItems = toItems(TABS);

/** Report whether a page is for running fights, which need the whole screen of a phone. */
export const isFightScreen = ({ pathname, search }: { pathname: string; search: object }): boolean => {
  const page = matchPlayerPage(pathname);
  return page === '/fight/{userId}' || (page === '/practice' && ('lesson' in search || 'partner' in search));
};
