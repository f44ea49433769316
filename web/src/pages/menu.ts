import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { idInPath, pageMatcher } from '@rivalhold/shared/page-paths.ts';
import type { PagePath } from '@rivalhold/shared/pages.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import type { LinkProps } from '@tanstack/react-router';
import {
  House,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Store,
  Swords,
  UserRound,
  Users,
} from 'lucide-react';
import { SOCIAL_SECTIONS } from '../features/social/sections.ts';
import { type Page, playerPages, publicPages, type Section, staffPages } from './index.ts';

export type MenuItem = { text: string; icon: LucideIcon; link: LinkProps };

/** All pages, in the order of their entries in the profile menu. */
const PAGES = Object.entries<Page>({ ...playerPages, ...publicPages, ...staffPages }) as [PagePath, Page][];

/** Return a link to a page. An id in the path is the player's own id. */
const linkTo = (path: PagePath, meId: number): LinkProps =>
  ({ to: path.replace('{userId}', '$userId'), params: { userId: String(meId) } }) as LinkProps;

/** Return the entries of a player's profile menu. Only staff get the staff entry. */
export const menuItems = (me: SessionUser): MenuItem[] =>
  PAGES.flatMap(([path, { title = '', menuIcon: icon, menuText: text = title }]) =>
    icon && (!(path in staffPages) || isStaff(me)) ? [{ text, icon, link: linkTo(path, me.id) }] : [],
  );

const SECTIONS = new Map(PAGES.map(([path, { section }]) => [path, section]));
const matchPage = pageMatcher([...SECTIONS.keys()]);

/** Return the section to which a page belongs, or undefined if it belongs to none. */
export function sectionOf(pathname: string, meId: number): Section | undefined {
  const page = matchPage(pathname);
  const section = page && SECTIONS.get(page);
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
  const page = matchPage(pathname);
  return page === '/fight/{userId}' || (page === '/practice' && ('lesson' in search || 'partner' in search));
};
