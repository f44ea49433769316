import { createRoute, createRouter, type RouteComponent } from '@tanstack/react-router';
import { readPaymentSearch } from '../features/checkout/search.ts';
import type { ForumSearch } from '../features/forum/search.ts';
import { readGallerySearch } from '../features/photos/search.ts';
import { readStoreFilters } from '../features/store/filters.ts';
import { needed } from '../lib/come-back.ts';
import { readFilters } from '../pages/directory/filters.ts';
import { ErrorPage } from './error-page.tsx';
import { requireId, requireOther, requireOwn, requirePlayer, requireStaff } from './guards.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PendingPage } from './pending-page.tsx';
import { PlayerArea } from './player-area.tsx';
import { page, publicRoutes, root } from './public-routes.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Stands in the tab; pages that know better set their own with `useTitle`. */
    title?: string;
  }
}

const player = createRoute({
  getParentRoute: () => root,
  id: 'player',
  beforeLoad: requirePlayer,
  component: PlayerArea,
});
/** A page of players, with nothing but its title. */
const playerPage = <P extends string, M extends Record<string, unknown>, N extends keyof M>(
  path: P,
  title: string,
  name: N,
  load: () => Promise<M>,
) => createRoute({ getParentRoute: () => player, path, staticData: { title }, component: page(load, name) });
const dashboard = createRoute({
  getParentRoute: () => player,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  loader: async () => (await needed(() => import('../pages/dashboard/loader.ts'))).loadDashboard(),
  component: page(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const profiles = playerPage(
  '/profiles',
  'All players',
  'ProfilesPage',
  () => import('../pages/players/profiles-page.tsx'),
);
const profile = createRoute({
  getParentRoute: () => player,
  path: '/profiles/$userId',
  staticData: { title: 'Profile' },
  beforeLoad: requireId,
  component: page(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
});
const editProfile = createRoute({
  getParentRoute: () => player,
  path: '/profiles/$userId/edit',
  staticData: { title: 'Edit Profile' },
  beforeLoad: requireOwn,
  component: page(() => import('../pages/edit-profile/edit-page.tsx'), 'EditPage'),
});
const directory = createRoute({
  getParentRoute: () => player,
  path: '/directory',
  staticData: { title: 'Find Players' },
  validateSearch: readFilters,
  component: page(() => import('../pages/directory/directory-page.tsx'), 'DirectoryPage'),
});
const friends = playerPage(
  '/friends',
  'Friends',
  'FriendsPage',
  () => import('../pages/friends/friends-page.tsx'),
);
const myGallery = createRoute({
  getParentRoute: () => player,
  path: '/my-gallery',
  staticData: { title: 'My gallery' },
  validateSearch: readGallerySearch,
  component: page(() => import('../pages/gallery/gallery-page.tsx'), 'MyGalleryPage'),
});
const gallery = createRoute({
  getParentRoute: () => player,
  path: '/gallery/$userId',
  staticData: { title: 'Gallery' },
  beforeLoad: requireId,
  validateSearch: readGallerySearch,
  component: page(() => import('../pages/gallery/gallery-page.tsx'), 'GalleryPage'),
});
const inventory = createRoute({
  getParentRoute: () => player,
  path: '/inventory/$userId',
  staticData: { title: 'Inventory' },
  beforeLoad: requireId,
  component: page(() => import('../pages/inventory/inventory-page.tsx'), 'InventoryPage'),
});
const store = createRoute({
  getParentRoute: () => player,
  path: '/store',
  staticData: { title: 'Game Store' },
  validateSearch: readStoreFilters,
  component: page(() => import('../pages/store/store-page.tsx'), 'StorePage'),
});
const coins = playerPage(
  '/coins',
  'Coin history',
  'CoinsPage',
  () => import('../pages/coins/coins-page.tsx'),
);
const fight = createRoute({
  getParentRoute: () => player,
  path: '/fight/$userId',
  staticData: { title: 'Fight' },
  beforeLoad: requireId,
  component: page(() => import('../pages/fight/fight-page.tsx'), 'FightPage'),
});
const verify = createRoute({
  getParentRoute: () => player,
  path: '/fights/$id',
  staticData: { title: 'Verify this fight' },
  beforeLoad: requireId,
  component: page(() => import('../pages/verify-fight/verify-page.tsx'), 'VerifyPage'),
});
const dm = playerPage('/dm', 'Messages', 'DmPage', () => import('../pages/messages/dm-page.tsx'));
/** The same page with a conversation open: going from one to the next leaves the list where it is. */
const conversation = createRoute({ getParentRoute: () => dm, path: '/$userId', beforeLoad: requireOther });
const forum = createRoute({
  getParentRoute: () => player,
  path: '/forum',
  staticData: { title: 'Forum' },
  // The page reads it: everything here is loaded with the landing page.
  validateSearch: (query) => query as ForumSearch,
  component: page(() => import('../pages/forum/forum-page.tsx'), 'ForumPage'),
});
const chat = playerPage('/chat', 'Lobby', 'ChatPage', () => import('../pages/lobby/chat-page.tsx'));
const coinstore = playerPage(
  '/coinstore',
  'Buy Coins',
  'CoinstorePage',
  () => import('../pages/coinstore/coinstore-page.tsx'),
);
const purchaseSuccess = createRoute({
  getParentRoute: () => player,
  path: '/purchase/success',
  staticData: { title: 'Thank you' },
  validateSearch: readPaymentSearch,
  component: page(() => import('../pages/purchase-success/success-page.tsx'), 'SuccessPage'),
});
const purchaseCancel = playerPage(
  '/purchase/cancel',
  'Payment cancelled',
  'CancelPage',
  () => import('../pages/purchase-cancel/cancel-page.tsx'),
);
const settings = playerPage(
  '/settings',
  'Settings',
  'SettingsPage',
  () => import('../pages/settings/settings-page.tsx'),
);

const staffPages = () => import('./staff-pages.ts');
/** The pages of the staff; which role each needs, and its own title, each says itself. */
const staff = createRoute({
  getParentRoute: () => player,
  id: 'staff',
  staticData: { title: 'Admin Panel' },
  beforeLoad: requireStaff,
});
const staffPage = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => staff, path, component });
const admin = staffPage('/admin', page(staffPages, 'AdminPage'));
const adminUsers = staffPage('/admin/users', page(staffPages, 'UsersPage'));
const adminMutes = staffPage('/admin/mutes', page(staffPages, 'MutesPage'));
const adminEditUser = staffPage('/admin/edit-user', page(staffPages, 'EditUserPage'));
const adminCategories = staffPage('/admin/categories', page(staffPages, 'CategoriesPage'));
const adminReports = staffPage(
  '/admin/reports',
  page(() => import('../pages/admin-reports/reports-page.tsx'), 'ReportsPage'),
);
const adminAudit = staffPage('/admin/audit', page(staffPages, 'AuditPage'));
const adminSiteHealth = staffPage('/admin/site-health', page(staffPages, 'SiteHealthPage'));

const routeTree = root.addChildren([
  ...publicRoutes,
  player.addChildren([
    dashboard,
    profiles,
    profile,
    editProfile,
    directory,
    myGallery,
    gallery,
    inventory,
    store,
    coins,
    friends,
    fight,
    verify,
    dm.addChildren([conversation]),
    chat,
    forum,
    coinstore,
    purchaseSuccess,
    purchaseCancel,
    settings,
    staff.addChildren([
      admin,
      adminUsers,
      adminMutes,
      adminEditUser,
      adminCategories,
      adminReports,
      adminAudit,
      adminSiteHealth,
    ]),
  ]),
]);

/** Every page of the site. A new one is a route here, its lazily loaded component, and its title. */
export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  // A path that is no page belongs to no layout: a guest is told so rather than asked to sign in.
  notFoundMode: 'root',
  trailingSlash: 'never',
});
