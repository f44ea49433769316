import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { DESK_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import type { LinkProps } from '@tanstack/react-router';
import {
  Flag,
  HeartPulse,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  UserCog,
  Users,
  VolumeX,
} from 'lucide-react';

export type Place = {
  to: LinkProps['to'];
  title: string;
  text: string;
  icon: LucideIcon;
  /** The least role that may open it. */
  needs: 'moderator' | 'admin';
};

/** The pages of the staff, those that are needed most first. */
const PLACES: readonly Place[] = [
  { to: '/admin/reports', ...DESK_TEXTS.places.reports, icon: Flag, needs: 'moderator' },
  { to: '/admin/mutes', ...DESK_TEXTS.places.mutes, icon: VolumeX, needs: 'moderator' },
  { to: '/admin/categories', ...DESK_TEXTS.places.categories, icon: MessagesSquare, needs: 'moderator' },
  { to: '/admin/users', ...DESK_TEXTS.places.users, icon: Users, needs: 'admin' },
  { to: '/admin/edit-user', ...DESK_TEXTS.places.editUser, icon: UserCog, needs: 'admin' },
  { to: '/admin/audit', ...DESK_TEXTS.places.audit, icon: ScrollText, needs: 'admin' },
  { to: '/admin/site-health', ...DESK_TEXTS.places.health, icon: HeartPulse, needs: 'admin' },
];

/** Whether a role reaches what needs another. */
export const reaches = (role: SessionUser['role'], needs: Place['needs']): boolean =>
  role === 'admin' || (needs === 'moderator' && role === 'moderator');

/** The pages that a role may open. */
export const placesOf = (role: SessionUser['role']): readonly Place[] =>
  PLACES.filter(({ needs }) => reaches(role, needs));
