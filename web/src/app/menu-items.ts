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

type Role = 'player' | 'moderator' | 'admin';
export type MenuItem = {
  text: string;
  icon: LucideIcon;
  link: LinkProps;
  /** Shown only to these roles; to everybody unless told. */
  roles?: readonly Role[];
};

/** The places of the profile dropdown, in their order. A new page is one line here. */
export const menuItems = (userId: number): readonly MenuItem[] => [
  {
    text: MENU_TEXTS.viewProfile,
    icon: CircleUserRound,
    link: { to: '/profiles/$userId', params: { userId: String(userId) } },
  },
  {
    text: MENU_TEXTS.editProfile,
    icon: UserRoundPen,
    link: { to: '/profiles/$userId/edit', params: { userId: String(userId) } },
  },
  { text: PHOTO_TEXTS.myGallery, icon: Images, link: { to: '/my-gallery' } },
  {
    text: INVENTORY_TEXTS.title,
    icon: Backpack,
    link: { to: '/inventory/$userId', params: { userId: String(userId) } },
  },
  { text: MENU_TEXTS.buyCoins, icon: Coins, link: { to: '/coinstore' } },
  { text: MENU_TEXTS.dashboard, icon: LayoutDashboard, link: { to: '/dashboard' } },
  { text: MENU_TEXTS.lobby, icon: MessageCircle, link: { to: '/chat' } },
  { text: MENU_TEXTS.findPlayers, icon: Search, link: { to: '/directory' } },
  { text: MENU_TEXTS.friends, icon: HeartHandshake, link: { to: '/friends' } },
  { text: MENU_TEXTS.forums, icon: MessagesSquare, link: { to: '/forum' } },
  { text: MENU_TEXTS.store, icon: Store, link: { to: '/store' } },
  { text: MENU_TEXTS.players, icon: Users, link: { to: '/profiles' } },
  { text: MENU_TEXTS.settings, icon: Settings, link: { to: '/settings' } },
  { text: SHELL_TEXTS.support, icon: LifeBuoy, link: { to: '/support' } },
  { text: SHELL_TEXTS.faq, icon: CircleHelp, link: { to: '/faq' } },
  { text: MENU_TEXTS.staff, icon: ShieldCheck, link: { to: '/admin' }, roles: ['moderator', 'admin'] },
];
