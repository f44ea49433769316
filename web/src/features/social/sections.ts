import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import {
  HeartHandshake,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessagesSquare,
  Search,
  Trophy,
} from 'lucide-react';

/** The sections of the site that /social links to. */
export type SocialSection = 'players' | 'friends' | 'messages' | 'forum' | 'lobby' | 'ranks';

type Entry = {
  section: SocialSection;
  path: '/directory' | '/friends' | '/dm' | '/forum' | '/chat' | '/leaderboard';
  text: string;
  icon: LucideIcon;
};

/** The entries of /social, in order. */
export const SOCIAL_SECTIONS: readonly Entry[] = [
  { section: 'players', path: '/directory', text: MENU_TEXTS.findPlayers, icon: Search },
  { section: 'friends', path: '/friends', text: MENU_TEXTS.friends, icon: HeartHandshake },
  { section: 'messages', path: '/dm', text: MENU_TEXTS.messages, icon: Mail },
  { section: 'forum', path: '/forum', text: MENU_TEXTS.forum, icon: MessagesSquare },
  { section: 'lobby', path: '/chat', text: MENU_TEXTS.lobby, icon: MessageCircle },
  { section: 'ranks', path: '/leaderboard', text: PAGE_TITLES.leaderboard, icon: Trophy },
];
