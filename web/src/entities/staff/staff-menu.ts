import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { PAGES, StaffPath } from '@rivalhold/shared/pages.ts';
import { ADMIN_HOME_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import {
  Flag,
  HeartHandshake,
  HeartPulse,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  UserCog,
  Users,
  VolumeX,
} from 'lucide-react';

type StaffRole = 'moderator' | 'admin';
type StaffPage<Role extends StaffRole = StaffRole> = {
  title: string;
  text: string;
  icon: LucideIcon;
  requiredRole: Role;
};

/** The staff pages besides the overview, most used first. */
const STAFF_PAGES: { [Path in Exclude<StaffPath, '/admin'>]: StaffPage<(typeof PAGES)[Path]['access']> } = {
  '/admin/reports': { ...ADMIN_HOME_TEXTS.places.reports, icon: Flag, requiredRole: 'moderator' },
  '/admin/appeals': { ...ADMIN_HOME_TEXTS.places.appeals, icon: HeartHandshake, requiredRole: 'moderator' },
  '/admin/mutes': { ...ADMIN_HOME_TEXTS.places.mutes, icon: VolumeX, requiredRole: 'moderator' },
  '/admin/categories': {
    ...ADMIN_HOME_TEXTS.places.categories,
    icon: MessagesSquare,
    requiredRole: 'moderator',
  },
  '/admin/users': { ...ADMIN_HOME_TEXTS.places.users, icon: Users, requiredRole: 'admin' },
  '/admin/edit-user': { ...ADMIN_HOME_TEXTS.places.editUser, icon: UserCog, requiredRole: 'admin' },
  '/admin/audit': { ...ADMIN_HOME_TEXTS.places.audit, icon: ScrollText, requiredRole: 'admin' },
  '/admin/site-health': { ...ADMIN_HOME_TEXTS.places.health, icon: HeartPulse, requiredRole: 'admin' },
};

/** Report whether a role can open a staff page. */
export function canOpen(role: SessionUser['role'], path: StaffPath): boolean {
  const requiredRole = path === '/admin' ? 'moderator' : STAFF_PAGES[path].requiredRole;
  return role === 'admin' || role === requiredRole;
}

/** Return the staff pages, besides the overview, that a role can open. */
export const staffPagesFor = (role: SessionUser['role']) =>
  (Object.keys(STAFF_PAGES) as Exclude<StaffPath, '/admin'>[])
    .filter((path) => canOpen(role, path))
    .map((path) => ({ to: path, ...STAFF_PAGES[path] }));
