/**
 * The pages of the staff but for the desk, loaded as one: the first script of the site names each file that it may load, to
 * every guest.
 */
export { AdminPage } from '../pages/admin/admin-page.tsx';
export { AuditPage } from '../pages/admin-audit/audit-page.tsx';
export { CategoriesPage } from '../pages/admin-categories/categories-page.tsx';
export { EditUserPage } from '../pages/admin-edit-user/edit-user-page.tsx';
export { MutesPage } from '../pages/admin-mutes/mutes-page.tsx';
export { SiteHealthPage } from '../pages/admin-site-health/site-health-page.tsx';
export { UsersPage } from '../pages/admin-users/users-page.tsx';
