import type { PlayerPath, PublicPath, StaffPath } from '@rivalhold/shared/pages.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { readPaymentSearch } from '../features/checkout/search.ts';
import type { ForumSearch } from '../features/forum/search.ts';
import { readGallerySearch } from '../features/photos/search.ts';
import type { PracticeSearch } from '../features/practice/search.ts';
import type { SocialSection } from '../features/social/sections.ts';
import { readStoreFilters } from '../features/store/filters.ts';
import { importPage } from '../lib/import-page.ts';
import { readDirectorySearch } from './directory/filters.ts';
import { type GuardTarget, requireGuest, requireId, requireOther, requireOwn } from './guards.ts';
import type { LeaderboardSearch } from './leaderboard/boards.ts';

/** The sections of the site that the navigation marks while one of their pages is open. */
export type Section = 'home' | 'fight' | 'social' | 'store' | 'me' | SocialSection;

/** The facts about a page that the client needs before it loads the page's code. */
export type Page = {
  /** The document title. Pages that know a better title set it with `useTitle`. */
  title?: string;
  /**
   * The section to which a page in the player area belongs. The viewer's own profile, gallery and inventory belong to
   * 'me' instead.
   */
  section?: Section;
  component: RouteComponent;
  /** Redirects, or throws 'not found', if the page cannot be opened. */
  guard?: (target: GuardTarget) => void;
  /** Reads the query of the URL. */
  validateSearch?: (query: Record<string, unknown>) => object;
  /** Loads initial data before the page renders. Pages without a loader start their queries in loaders.ts. */
  loader?: () => Promise<void>;
};

/** Load a page's code when the page is first opened or preloaded. */
const lazy: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => importPage(load), name);

/** Return a validator that leaves the query unparsed. The page parses it, so only that page loads the parser. */
const unparsed =
  <Search>() =>
  (query: Record<string, unknown>) =>
    query as Search;

export const publicPages = {
  '/': {
    component: lazy(() => import('./landing/landing-page.tsx'), 'LandingPage'),
    guard: requireGuest,
  },
  '/forgot-password': {
    title: PAGE_TITLES.forgotPassword,
    component: lazy(() => import('./forgot-password/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  '/reset-password/{token}': {
    title: PAGE_TITLES.resetPassword,
    component: lazy(() => import('./reset-password/reset-password-page.tsx'), 'ResetPasswordPage'),
  },
  '/confirm-email/{token}': {
    title: PAGE_TITLES.confirmEmail,
    component: lazy(() => import('./confirm-email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  },
  '/undo-email/{token}': {
    title: PAGE_TITLES.undoEmail,
    component: lazy(() => import('./undo-email/undo-email-page.tsx'), 'UndoEmailPage'),
  },
  '/appeal/{token}': {
    title: PAGE_TITLES.appeal,
    component: lazy(() => import('./appeal/appeal-page.tsx'), 'AppealPage'),
  },
  '/deny-sign-in/{token}': {
    title: PAGE_TITLES.denySignIn,
    component: lazy(() => import('./deny-sign-in/deny-sign-in-page.tsx'), 'DenySignInPage'),
  },
  '/terms': {
    title: PAGE_TITLES.terms,
    component: lazy(() => import('./terms/terms-page.tsx'), 'TermsPage'),
  },
  '/privacy': {
    title: PAGE_TITLES.privacy,
    component: lazy(() => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
  },
  '/support': {
    title: PAGE_TITLES.support,
    component: lazy(() => import('./support/support-page.tsx'), 'SupportPage'),
  },
  '/faq': { title: PAGE_TITLES.faq, component: lazy(() => import('./faq/faq-page.tsx'), 'FaqPage') },
  '/guide': {
    title: PAGE_TITLES.guide,
    component: lazy(() => import('./guide/guide-page.tsx'), 'GuidePage'),
  },
  '/fights/{id}': {
    title: PAGE_TITLES.finishedFight,
    section: 'fight',
    guard: requireId,
    component: lazy(() => import('./verify-fight/verify-page.tsx'), 'VerifyPage'),
  },
} satisfies Record<PublicPath, Page>;

export const playerPages = {
  '/dashboard': {
    title: PAGE_TITLES.dashboard,
    section: 'home',
    loader: async () => (await importPage(() => import('./dashboard/dashboard-page.tsx'))).loadDashboard(),
    component: lazy(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  '/profiles': {
    title: PAGE_TITLES.players,
    section: 'players',
    component: lazy(() => import('./players/profiles-page.tsx'), 'ProfilesPage'),
  },
  '/profiles/{userId}': {
    title: PAGE_TITLES.profile,
    section: 'players',
    guard: requireId,
    component: lazy(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
  },
  '/profiles/{userId}/edit': {
    title: PAGE_TITLES.editProfile,
    section: 'players',
    guard: requireOwn,
    component: lazy(() => import('./edit-profile/edit-page.tsx'), 'EditPage'),
  },
  '/directory': {
    title: PAGE_TITLES.directory,
    section: 'players',
    validateSearch: readDirectorySearch,
    component: lazy(() => import('./directory/directory-page.tsx'), 'DirectoryPage'),
  },
  '/friends': {
    title: PAGE_TITLES.friends,
    section: 'friends',
    component: lazy(() => import('./friends/friends-page.tsx'), 'FriendsPage'),
  },
  '/my-gallery': {
    title: PAGE_TITLES.myGallery,
    section: 'me',
    validateSearch: readGallerySearch,
    component: lazy(() => import('./gallery/gallery-page.tsx'), 'MyGalleryPage'),
  },
  '/gallery/{userId}': {
    title: PAGE_TITLES.gallery,
    section: 'players',
    guard: requireId,
    validateSearch: readGallerySearch,
    component: lazy(() => import('./gallery/gallery-page.tsx'), 'GalleryPage'),
  },
  '/inventory/{userId}': {
    title: PAGE_TITLES.inventory,
    section: 'players',
    guard: requireId,
    component: lazy(() => import('./inventory/inventory-page.tsx'), 'InventoryPage'),
  },
  '/store': {
    title: PAGE_TITLES.store,
    section: 'store',
    validateSearch: readStoreFilters,
    component: lazy(() => import('./store/store-page.tsx'), 'StorePage'),
  },
  '/coins': {
    title: PAGE_TITLES.coins,
    section: 'me',
    component: lazy(() => import('./coins/coins-page.tsx'), 'CoinsPage'),
  },
  '/fight/{userId}': {
    title: PAGE_TITLES.fight,
    section: 'fight',
    guard: requireId,
    component: lazy(() => import('./fight/fight-page.tsx'), 'FightPage'),
  },
  '/practice': {
    title: PAGE_TITLES.practice,
    section: 'fight',
    validateSearch: unparsed<PracticeSearch>(),
    component: lazy(() => import('./practice/practice-page.tsx'), 'PracticePage'),
  },
  '/fight-style': {
    title: PAGE_TITLES.fightStyle,
    section: 'fight',
    component: lazy(() => import('./fight-style/fight-style-page.tsx'), 'FightStylePage'),
  },
  '/fights': {
    title: PAGE_TITLES.fights,
    section: 'fight',
    component: lazy(() => import('./fights/fights-page.tsx'), 'FightsPage'),
  },
  '/ranked': {
    title: PAGE_TITLES.ranked,
    section: 'fight',
    component: lazy(() => import('./ranked/ranked-page.tsx'), 'RankedPage'),
  },
  '/leaderboard': {
    title: PAGE_TITLES.leaderboard,
    section: 'fight',
    validateSearch: unparsed<LeaderboardSearch>(),
    component: lazy(() => import('./leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  },
  '/social': {
    title: PAGE_TITLES.social,
    section: 'social',
    component: lazy(() => import('./social/social-page.tsx'), 'SocialPage'),
  },
  '/dm': {
    title: PAGE_TITLES.messages,
    section: 'messages',
    component: lazy(() => import('./messages/dm-page.tsx'), 'DmPage'),
  },
  // The router nests this page in '/dm', so that the list stays mounted when the conversation changes.
  '/dm/{userId}': {
    section: 'messages',
    guard: requireOther,
    component: lazy(() => import('./messages/dm-page.tsx'), 'DmPage'),
  },
  '/forum': {
    title: PAGE_TITLES.forum,
    section: 'forum',
    validateSearch: unparsed<ForumSearch>(),
    component: lazy(() => import('./forum/forum-page.tsx'), 'ForumPage'),
  },
  '/chat': {
    title: PAGE_TITLES.lobby,
    section: 'lobby',
    component: lazy(() => import('./lobby/chat-page.tsx'), 'ChatPage'),
  },
  '/coinstore': {
    title: PAGE_TITLES.coinstore,
    section: 'store',
    component: lazy(() => import('./coinstore/coinstore-page.tsx'), 'CoinstorePage'),
  },
  '/purchase/success': {
    title: PAGE_TITLES.purchaseSuccess,
    section: 'store',
    validateSearch: readPaymentSearch,
    component: lazy(() => import('./purchase-success/success-page.tsx'), 'SuccessPage'),
  },
  '/purchase/cancel': {
    title: PAGE_TITLES.purchaseCancel,
    section: 'store',
    component: lazy(() => import('./purchase-cancel/cancel-page.tsx'), 'CancelPage'),
  },
  '/decisions': {
    title: PAGE_TITLES.decisions,
    section: 'me',
    component: lazy(() => import('./decisions/decisions-page.tsx'), 'DecisionsPage'),
  },
  '/settings': {
    title: PAGE_TITLES.settings,
    section: 'me',
    component: lazy(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  },
  '/safety': {
    title: PAGE_TITLES.safety,
    section: 'me',
    component: lazy(() => import('./safety/safety-page.tsx'), 'SafetyPage'),
  },
} satisfies Record<PlayerPath, Page & { section: Section }>;

const loadStaffPages = () => import('./staff-pages.ts');
/** The staff pages. They set their own titles and check the required role. */
export const staffPages = {
  '/admin': { component: lazy(loadStaffPages, 'AdminPage') },
  '/admin/users': { component: lazy(loadStaffPages, 'UsersPage') },
  '/admin/mutes': { component: lazy(loadStaffPages, 'MutesPage') },
  '/admin/edit-user': { component: lazy(loadStaffPages, 'EditUserPage') },
  '/admin/categories': { component: lazy(loadStaffPages, 'CategoriesPage') },
  '/admin/reports': { component: lazy(() => import('./admin-reports/reports-page.tsx'), 'ReportsPage') },
  '/admin/appeals': { component: lazy(loadStaffPages, 'AppealsPage') },
  '/admin/audit': { component: lazy(loadStaffPages, 'AuditPage') },
  '/admin/site-health': { component: lazy(loadStaffPages, 'SiteHealthPage') },
} satisfies Record<StaffPath, Page>;
