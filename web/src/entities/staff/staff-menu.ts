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

export type StaffPage = {
  to: LinkProps['to'];
  title: string;
  text: string;
  icon: LucideIcon;
  /** The least role that may open it. */
  requiredRole: 'moderator' | 'admin';
};

/** The pages of the staff, those that are needed most first. */
const STAFF_PAGES: readonly StaffPage[] = [
  { to: '/admin/reports', ...DESK_TEXTS.places.reports, icon: Flag, requiredRole: 'moderator' },
  { to: '/admin/mutes', ...DESK_TEXTS.places.mutes, icon: VolumeX, requiredRole: 'moderator' },
  {
    to: '/admin/categories',
    ...DESK_TEXTS.places.categories,
    icon: MessagesSquare,
    requiredRole: 'moderator',
  },
  { to: '/admin/users', ...DESK_TEXTS.places.users, icon: Users, requiredRole: 'admin' },
  { to: '/admin/edit-user', ...DESK_TEXTS.places.editUser, icon: UserCog, requiredRole: 'admin' },
  { to: '/admin/audit', ...DESK_TEXTS.places.audit, icon: ScrollText, requiredRole: 'admin' },
  { to: '/admin/site-health', ...DESK_TEXTS.places.health, icon: HeartPulse, requiredRole: 'admin' },
];

/** Whether a role reaches what needs another. */
export const hasRole = (role: SessionUser['role'], requiredRole: StaffPage['requiredRole']): boolean =>
  role === 'admin' || (requiredRole === 'moderator' && role === 'moderator');

/** The pages that a role may open. */
export const staffPagesFor = (role: SessionUser['role']): readonly StaffPage[] =>
  STAFF_PAGES.filter(({ requiredRole }) => hasRole(role, requiredRole));
