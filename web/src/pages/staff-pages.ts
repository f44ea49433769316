/**
 * The staff pages, except the page of reports, are bundled into one file. With a file for each page, the first script
 * would be larger for everyone, because it lists all files that can be loaded later.
 */
export { AdminPage } from './admin/admin-page.tsx';
export { AppealsPage } from './admin-appeals/appeals-page.tsx';
export { AuditPage } from './admin-audit/audit-page.tsx';
export { CategoriesPage } from './admin-categories/categories-page.tsx';
export { EditUserPage } from './admin-edit-user/edit-user-page.tsx';
export { MutesPage } from './admin-mutes/mutes-page.tsx';
export { SiteHealthPage } from './admin-site-health/site-health-page.tsx';
export { UsersPage } from './admin-users/users-page.tsx';
