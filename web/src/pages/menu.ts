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
import { SOCIAL_SECTIONS, type SocialSection } from '../features/social/sections.ts';
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

/** The sections of the site that the navigation marks while one of their pages is open. */
type Section = 'home' | 'fight' | 'social' | 'store' | 'me' | SocialSection;

/** A page in the player area. */
type SectionPath = PlayerPath | '/fights/{id}';
/**
 * The section to which each player page belongs. For the viewer's own profile, gallery and inventory,
 * `sectionOf` returns 'me' instead.
 */
const SECTIONS: Record<SectionPath, Section> = {
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
const matchPlayerPage = pageMatcher(Object.keys(SECTIONS) as SectionPath[]);

/** Return the section to which a page belongs, or undefined if it belongs to none. */
export function sectionOf(pathname: string, meId: number): Section | undefined {
  const page = matchPlayerPage(pathname);
  const section = page && SECTIONS[page];
  return section === 'players' && idInPath(pathname) === meId ? 'me' : section;
}

type NavItem = MenuItem & { sections: readonly Section[] };
type NavEntry = { path: PagePath; text: string; icon: LucideIcon; sections: readonly Section[] };

/** The main navigation of wide windows. */
const MAIN: readonly NavEntry[] = [
  { path: '/dashboard', text: MENU_TEXTS.home, icon: House, sections: ['home'] },
  { path: '/fights', text: MENU_TEXTS.fight, icon: Swords, sections: ['fight'] },
  { path: '/directory', text: MENU_TEXTS.playersTab, icon: Users, sections: ['players'] },
  { path: '/forum', text: MENU_TEXTS.forum, icon: MessagesSquare, sections: ['forum'] },
  { path: '/chat', text: MENU_TEXTS.lobby, icon: MessageCircle, sections: ['lobby'] },
  { path: '/store', text: MENU_TEXTS.storeTab, icon: Store, sections: ['store'] },
];

/** The tab bar of narrow windows. */
const TABS: readonly NavEntry[] = [
  { path: '/dashboard', text: MENU_TEXTS.home, icon: House, sections: ['home'] },
  { path: '/fights', text: MENU_TEXTS.fight, icon: Swords, sections: ['fight'] },
  {
    path: '/social',
    text: MENU_TEXTS.social,
    icon: Users,
    sections: ['social', ...SOCIAL_SECTIONS.map(({ section }) => section)],
  },
  { path: '/store', text: MENU_TEXTS.storeTab, icon: Store, sections: ['store'] },
  { path: '/profiles/{userId}', text: MENU_TEXTS.me, icon: UserRound, sections: ['me'] },
];

const toItems =
  (entries: readonly NavEntry[]) =>
  (meId: number): NavItem[] =>
    entries.map(({ path, ...item }) => ({ ...item, link: linkTo(path, meId) }));

/** Return the entries of the main navigation. */
export const mainItems = toItems(MAIN);
export const tabItems = toItems(TABS);

/**
 * Report whether a page shows a fight. The tab bar is hidden there, because a fight needs the whole screen of a phone.
 */
export const isFightScreen = ({ pathname, search }: { pathname: string; search: object }): boolean => {
  const page = matchPlayerPage(pathname);
  return page === '/fight/{userId}' || (page === '/practice' && ('lesson' in search || 'partner' in search));
};
