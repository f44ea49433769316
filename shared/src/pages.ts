import { LIMITS } from './limits.ts';
import { idInPath, pageMatcher } from './page-paths.ts';
import { ROLE_RANKS, type Viewer } from './roles.ts';
import { FAQ } from './texts/faq.ts';
import { GUIDE } from './texts/guide.ts';
import { INSTALL_TEXTS } from './texts/install.ts';
import { PRIVACY } from './texts/privacy.ts';
import { SUPPORT } from './texts/support.ts';
import { TERMS } from './texts/terms.ts';

/**
 * Visitors allowed to open a page: only signed-out visitors (`guest`), everyone (`public`), all signed-in players
 * including staff (`player`), moderators and admins (`moderator`), or only admins (`admin`).
 */
type Access = 'guest' | 'public' | 'player' | 'moderator' | 'admin';

type Page = {
  access: Access;
  /** Set if the page is the same for every guest, and is rendered when the client is built. */
  prerendered?: { description: string };
  /** Set if the server renders the page for guests, because its content depends on the id in the path. */
  rendered?: true;
  /**
   * The API requests that the page starts with, given the id in its path and the signed-in player. The server lists
   * them in a header of the page's document. On in-app navigation, the client prefetches the same requests. Leave out
   * requests that wait for the live connection. Also leave out requests for a profile, because the client sends these
   * requests with no-cache, which a `Link` header cannot specify.
   */
  firstCalls?: (id: number, me: Viewer) => readonly string[];
  /** Properties for screenshots and browser tests. */
  e2e?: {
    /**
     * The id in the path: the player's own id, or the id of an opponent who is ready to fight. By default, the id of
     * another player.
     */
    id?: 'own' | 'opponent';
    /** Set if the page fills the window and scrolls inside. */
    fillsWindow?: true;
    /** Set if the page is complete before any request is answered. */
    needsNoData?: true;
    /** Set if the lists of the page are empty for a new player, or on a new site. */
    emptyFor?: 'newcomer' | 'site';
  };
};

const CONVERSATIONS = `/api/dms?limit=${LIMITS.dm.conversationsPage}`;
const OPEN_REPORTS = '/api/mod/reports?state=open';

/**
 * Every page of the site by its path; `{x}` matches one segment. Routes, documents and browser tests are derived from
 * this table and from its counterpart in the client, web/src/pages/index.ts.
 */
export const PAGES = {
  '/': { access: 'guest', prerendered: { description: INSTALL_TEXTS.description } },
  '/reset-password/{token}': { access: 'public' },
  '/forgot-password': { access: 'public' },
  '/confirm-email/{token}': { access: 'public' },
  '/undo-email/{token}': { access: 'public' },
  '/appeal/{token}': { access: 'public' },
  '/deny-sign-in/{token}': { access: 'public' },
  '/terms': { access: 'public', prerendered: { description: TERMS.lead } },
  '/privacy': { access: 'public', prerendered: { description: PRIVACY.lead } },
  '/support': { access: 'public', prerendered: { description: SUPPORT.lead } },
  '/faq': { access: 'public', prerendered: { description: FAQ.lead } },
  '/guide': { access: 'public', prerendered: { description: GUIDE.lead } },
  '/fights/{id}': {
    access: 'public',
    rendered: true,
    firstCalls: (id) => [`/api/combat/fights/${id}`],
  },

  '/dashboard': { access: 'player', e2e: { emptyFor: 'newcomer' } },
  '/profiles': { access: 'player', firstCalls: () => ['/api/profiles'], e2e: { emptyFor: 'site' } },
  '/profiles/{userId}': {
    access: 'player',
    firstCalls: (id) => [
      '/api/blocks',
      `/api/photos/user/${id}?limit=${LIMITS.profilePhotos}`,
      `/api/titles/${id}`,
      `/api/game/${id}`,
      `/api/combat/standing/${id}`,
      `/api/profiles/${id}/status/comments?limit=${LIMITS.commentsPage}`,
      `/api/activity?userId=${id}&limit=${LIMITS.activityPage}`,
    ],
    e2e: { emptyFor: 'newcomer' },
  },
  '/profiles/{userId}/edit': {
    access: 'player',
    e2e: { id: 'own' },
  },
  '/directory': { access: 'player', firstCalls: () => ['/api/profiles?sort=level'] },
  '/friends': { access: 'player', e2e: { emptyFor: 'newcomer' } },
  '/my-gallery': {
    access: 'player',
    firstCalls: () => ['/api/photos?owner=me'],
    e2e: { emptyFor: 'newcomer' },
  },
  '/gallery/{userId}': {
    access: 'player',
    firstCalls: (id, me) => [id === me.id ? '/api/photos?owner=me' : `/api/photos/user/${id}`],
  },
  '/inventory/{userId}': {
    access: 'player',
    firstCalls: (id) => [`/api/inventory/${id}`, '/api/store', `/api/game/${id}`],
    e2e: { id: 'own', emptyFor: 'newcomer' },
  },
  '/store': {
    access: 'player',
    firstCalls: (_id, me) => ['/api/store', `/api/game/${me.id}`],
    e2e: { emptyFor: 'newcomer' },
  },
  '/coins': {
    access: 'player',
    firstCalls: (_id, me) => [
      `/api/coins/history?limit=${LIMITS.coinHistoryPage}`,
      '/api/store',
      `/api/game/${me.id}`,
    ],
    e2e: { emptyFor: 'newcomer' },
  },
  '/coinstore': {
    access: 'player',
    firstCalls: (_id, me) => ['/api/config', '/api/checkout/limit', `/api/game/${me.id}`],
  },
  '/purchase/success': { access: 'player', e2e: { needsNoData: true } },
  '/purchase/cancel': { access: 'player', e2e: { needsNoData: true } },
  '/decisions': { access: 'player', e2e: { emptyFor: 'newcomer' } },
  '/settings': { access: 'player', firstCalls: () => ['/api/sessions'] },
  '/safety': { access: 'player' },
  '/fight/{userId}': {
    access: 'player',
    firstCalls: (_id, me) => [`/api/game/${me.id}`, '/api/levels', '/api/combat/open'],
    e2e: { id: 'opponent' },
  },
  '/practice': { access: 'player', firstCalls: () => ['/api/practice/lessons'] },
  '/fight-style': { access: 'player', firstCalls: () => ['/api/style'] },
  '/fights': {
    access: 'player',
    firstCalls: () => ['/api/combat/open', '/api/combat/matchups', '/api/combat/fights'],
    e2e: { emptyFor: 'newcomer' },
  },
  '/ranked': { access: 'player', firstCalls: () => ['/api/ranked/pool'] },
  '/leaderboard': { access: 'player', firstCalls: () => ['/api/leaderboard/wins'] },
  '/social': { access: 'player', e2e: { needsNoData: true } },
  '/dm': {
    access: 'player',
    firstCalls: () => [CONVERSATIONS],
    e2e: { fillsWindow: true, emptyFor: 'newcomer' },
  },
  '/dm/{userId}': {
    access: 'player',
    firstCalls: (id, me) => [
      CONVERSATIONS,
      ...(id === me.id ? [] : [`/api/dms/${id}?limit=${LIMITS.dm.page}`]),
    ],
    e2e: { fillsWindow: true, emptyFor: 'newcomer' },
  },
  '/chat': { access: 'player', e2e: { fillsWindow: true, emptyFor: 'site' } },
  '/forum': {
    access: 'player',
    firstCalls: () => ['/api/forum-threads?page=1', '/api/forum-categories'],
    e2e: { emptyFor: 'site' },
  },

  '/admin': {
    access: 'moderator',
    firstCalls: () => ['/api/mod/overview', OPEN_REPORTS, '/api/mod/mutes'],
    e2e: { needsNoData: true },
  },
  '/admin/users': {
    access: 'admin',
    firstCalls: () => ['/api/admin/users'],
    e2e: { emptyFor: 'site' },
  },
  '/admin/mutes': {
    access: 'moderator',
    firstCalls: () => ['/api/mod/mutes', '/api/mod/suspensions'],
    e2e: { emptyFor: 'site' },
  },
  '/admin/edit-user': {
    access: 'admin',
    firstCalls: () => ['/api/admin/users'],
    e2e: { emptyFor: 'site' },
  },
  '/admin/categories': {
    access: 'moderator',
    firstCalls: () => ['/api/forum-categories'],
    e2e: { emptyFor: 'site' },
  },
  '/admin/reports': {
    access: 'moderator',
    firstCalls: () => [OPEN_REPORTS],
    e2e: { emptyFor: 'site' },
  },
  '/admin/appeals': {
    access: 'moderator',
    firstCalls: () => ['/api/mod/appeals?state=open'],
    e2e: { emptyFor: 'site' },
  },
  '/admin/audit': { access: 'admin', firstCalls: () => ['/api/admin/audit'], e2e: { emptyFor: 'site' } },
  '/admin/site-health': { access: 'admin', firstCalls: () => ['/api/admin/site-health'] },
} as const satisfies Record<`/${string}`, Page>;

type Pages = typeof PAGES;
export type PagePath = keyof Pages;
/** The paths of the pages whose declarations match `Facts`, for example `{ access: 'player' }`. */
export type PathsWith<Facts> = { [P in PagePath]: Pages[P] extends Facts ? P : never }[PagePath];
export type PublicPath = PathsWith<{ access: 'guest' | 'public' }>;
export type PlayerPath = PathsWith<{ access: 'player' }>;
export type StaffPath = PathsWith<{ access: 'moderator' | 'admin' }>;

/** Return the declaration of a page. */
export const pageFacts = (path: PagePath): Page => PAGES[path];

const PATHS = Object.keys(PAGES) as PagePath[];
const pathsFor = (...accesses: Access[]) => PATHS.filter((path) => accesses.includes(PAGES[path].access));

export const PUBLIC_PATHS = pathsFor('guest', 'public') as PublicPath[];
export const PLAYER_PATHS = pathsFor('player') as PlayerPath[];
export const STAFF_PATHS = pathsFor('moderator', 'admin') as StaffPath[];
/** The pages that are rendered when the client is built. */
export const PRERENDERED_PATHS = PATHS.filter((path) => pageFacts(path).prerendered) as PathsWith<{
  prerendered: unknown;
}>[];

/** The pages that the server renders for guests. */
export const RENDERED_PATHS = PATHS.filter((path) => pageFacts(path).rendered) as PathsWith<{
  rendered: true;
}>[];
/** The pages that have their own HTML document for signed-in players. */
export const DOCUMENT_PATHS = [...PLAYER_PATHS, ...STAFF_PATHS, ...RENDERED_PATHS] as const;

/** Return the page at a path; undefined if there is none (404). */
export const matchPage = pageMatcher(PATHS);

/** Return the file name of the document of a page for signed-in players, e.g. 'profiles.userId.html'. */
export const documentName = (page: string): string =>
  `${page.slice(1).replaceAll('/', '.').replaceAll(/[{}]/g, '')}.html`;

/**
 * Return a function that lists the first requests of a page for a viewer. If the viewer's role is too low for the page,
 * the list is empty. Return null instead of a function if there is no page, if the page has no first requests, or if
 * the id in the path is malformed.
 */
export function initialCallsFor(
  pathname: string,
  page: PagePath | undefined,
): ((me: Viewer) => readonly string[]) | null {
  if (!page) return null;
  const { access, firstCalls } = pageFacts(page);
  const id = idInPath(pathname);
  if (!firstCalls || (page.includes('{') && id === null)) return null;
  const requiredRank = access === 'moderator' || access === 'admin' ? ROLE_RANKS[access] : 0;
  return (me) => (ROLE_RANKS[me.role] >= requiredRank ? firstCalls(id ?? 0, me) : []);
}
