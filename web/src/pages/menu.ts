import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { idInPath, pageMatcher } from '@rivalhold/shared/page-paths.ts';
import type { PagePath } from '@rivalhold/shared/pages.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
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
import { SOCIAL_SECTIONS } from '../features/social/sections.ts';
import { type Page, playerPages, publicPages, type Section, staffPages } from './index.ts';

/**
 * Entries of a player's profile menu, in order. An id in a path is the player's own id. `text` replaces the page's
 * title.
 */
const MENU: readonly { path: PagePath; icon: LucideIcon; text?: string }[] = [
  { path: '/profiles/{userId}', icon: CircleUserRound, text: MENU_TEXTS.viewProfile },
  { path: '/profiles/{userId}/edit', icon: UserRoundPen },
  { path: '/my-gallery', icon: Images },
  { path: '/inventory/{userId}', icon: Backpack },
  { path: '/coinstore', icon: Coins },
  { path: '/dashboard', icon: LayoutDashboard },
  { path: '/chat', icon: MessageCircle },
  { path: '/directory', icon: Search },
  { path: '/practice', icon: Swords },
  { path: '/fight-style', icon: ShieldHalf },
  { path: '/friends', icon: HeartHandshake },
  { path: '/forum', icon: MessagesSquare, text: MENU_TEXTS.forums },
  { path: '/store', icon: Store },
  { path: '/profiles', icon: Users },
  { path: '/settings', icon: Settings },
  { path: '/support', icon: LifeBuoy },
  { path: '/faq', icon: CircleHelp },
  { path: '/admin', icon: ShieldCheck, text: PAGE_TITLES.admin },
];

export type MenuItem = { text: string; icon: LucideIcon; link: LinkProps };

const ALL_PAGES: Record<PagePath, Page> = { ...publicPages, ...playerPages, ...staffPages };
const pageAt = pageMatcher(Object.keys(ALL_PAGES) as PagePath[]);

/** Return a link to a page. An id in the path is the player's own id. */
const linkTo = (path: PagePath, meId: number): LinkProps =>
  ({ to: path.replace('{userId}', '$userId'), params: { userId: String(meId) } }) as LinkProps;

/** Return the entries of a player's profile menu. Only staff get the staff entry. */
export const menuItems = (me: SessionUser): MenuItem[] =>
  MENU.filter(({ path }) => !(path in staffPages) || isStaff(me)).map(({ path, icon, text }) => ({
    text: text ?? ALL_PAGES[path].title ?? '',
    icon,
    link: linkTo(path, me.id),
  }));

/**
 * Return the section to which a page belongs, or undefined if it belongs to none. The viewer's own profile, gallery and
 * inventory belong to 'me'.
 */
export function sectionOf(pathname: string, meId: number): Section | undefined {
  const page = pageAt(pathname);
  const section = page && ALL_PAGES[page].section;
  return section === 'players' && idInPath(pathname) === meId ? 'me' : section;
}

type NavItem = MenuItem & { sections: readonly Section[] };
type NavEntry = { path: PagePath; text: string; icon: LucideIcon; sections: readonly Section[] };

/** The main navigation of wide windows. */
const MAIN: readonly NavEntry[] = [
  { path: '/dashboard', text: MENU_TEXTS.home, icon: House, sections: ['home'] },
  { path: '/fights', text: MENU_TEXTS.fight, icon: Swords, sections: ['fight'] },
  { path: '/directory', text: MENU_TEXTS.playersTab, icon: Users, sections: ['players'] },
  { path: '/forum', text: PAGE_TITLES.forum, icon: MessagesSquare, sections: ['forum'] },
  { path: '/chat', text: PAGE_TITLES.lobby, icon: MessageCircle, sections: ['lobby'] },
  { path: '/store', text: MENU_TEXTS.storeTab, icon: Store, sections: ['store'] },
];

/** The tab bar of narrow windows. */
const TABS: readonly NavEntry[] = [
  { path: '/dashboard', text: MENU_TEXTS.home, icon: House, sections: ['home'] },
  { path: '/fights', text: MENU_TEXTS.fight, icon: Swords, sections: ['fight'] },
  {
    path: '/social',
    text: PAGE_TITLES.social,
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
  const page = pageAt(pathname);
  return page === '/fight/{userId}' || (page === '/practice' && ('lesson' in search || 'partner' in search));
};
