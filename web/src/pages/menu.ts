import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { PagePath } from '@rivalhold/shared/pages.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
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
  ShieldHalf,
  Store,
  Swords,
  UserRoundPen,
  Users,
} from 'lucide-react';
import { staffPages } from './index.ts';

/** Entries of a player's profile menu, in order. An id in a path is the player's own id. */
const MENU: readonly { path: PagePath; text: string; icon: LucideIcon }[] = [
  { path: '/profiles/{userId}', text: MENU_TEXTS.viewProfile, icon: CircleUserRound },
  { path: '/profiles/{userId}/edit', text: MENU_TEXTS.editProfile, icon: UserRoundPen },
  { path: '/my-gallery', text: PHOTO_TEXTS.myGallery, icon: Images },
  { path: '/inventory/{userId}', text: INVENTORY_TEXTS.title, icon: Backpack },
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

/** Return the entries of a player's profile menu. Only staff get the staff entry. */
export const menuItems = (me: SessionUser): MenuItem[] =>
  MENU.filter(({ path }) => !(path in staffPages) || isStaff(me)).map(({ path, text, icon }) => {
    const to = path.replace('{userId}', '$userId');
    return { text, icon, link: { to, params: { userId: String(me.id) } } as LinkProps };
  });
