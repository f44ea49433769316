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

/** The places where players meet. */
export type SocialPlace = 'players' | 'friends' | 'messages' | 'forum' | 'lobby' | 'ranks';

type Entry = {
  place: SocialPlace;
  path: '/directory' | '/friends' | '/dm' | '/forum' | '/chat' | '/leaderboard';
  text: string;
  icon: LucideIcon;
};

/** The entries of /social, in order. */
export const SOCIAL_PLACES: readonly Entry[] = [
  { place: 'players', path: '/directory', text: MENU_TEXTS.findPlayers, icon: Search },
  { place: 'friends', path: '/friends', text: MENU_TEXTS.friends, icon: HeartHandshake },
  { place: 'messages', path: '/dm', text: MENU_TEXTS.messages, icon: Mail },
  { place: 'forum', path: '/forum', text: MENU_TEXTS.forum, icon: MessagesSquare },
  { place: 'lobby', path: '/chat', text: MENU_TEXTS.lobby, icon: MessageCircle },
  { place: 'ranks', path: '/leaderboard', text: PAGE_TITLES.leaderboard, icon: Trophy },
];
