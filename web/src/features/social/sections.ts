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
  { section: 'players', path: '/directory', text: PAGE_TITLES.directory, icon: Search },
  { section: 'friends', path: '/friends', text: PAGE_TITLES.friends, icon: HeartHandshake },
  { section: 'messages', path: '/dm', text: PAGE_TITLES.messages, icon: Mail },
  { section: 'forum', path: '/forum', text: PAGE_TITLES.forum, icon: MessagesSquare },
  { section: 'lobby', path: '/chat', text: PAGE_TITLES.lobby, icon: MessageCircle },
  { section: 'ranks', path: '/leaderboard', text: PAGE_TITLES.leaderboard, icon: Trophy },
];
