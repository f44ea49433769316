/**
 * The pages of the staff but for the desk, loaded as one: the first script of the site names each file that it may load, to
 * every guest.
 */
export { AdminPage } from '../features/admin/admin-page.tsx';
export { CategoriesPage } from '../features/admin/categories-page.tsx';
export { EditUserPage } from '../features/admin/edit-user-page.tsx';
export { UsersPage } from '../features/admin/users-page.tsx';
export { AuditPage } from '../features/audit/audit-page.tsx';
export { SiteHealthPage } from '../features/health/site-health-page.tsx';
export { MutesPage } from '../features/moderation/mutes-page.tsx';
