import type { Role } from './contract/accounts.ts';
import { LIMITS } from './limits.ts';
import { RANKS, type Viewer } from './roles.ts';

/** Pages for everybody, as the route table of the specification names them; `{x}` stands for one part of the path. */
export const PUBLIC_PAGES = [
  '/',
  '/reset-password/{token}',
  '/forgot-password',
  '/confirm-email/{token}',
  '/terms',
  '/privacy',
  '/support',
  '/faq',
  '/guide',
] as const;

/** Those that read the same for every guest: they are rendered when the client is built. */
export const READY_PAGES = [
  '/',
  '/terms',
  '/privacy',
  '/support',
  '/faq',
  '/guide',
] as const satisfies readonly (typeof PUBLIC_PAGES)[number][];

/** Pages behind sign-in. */
export const PLAYER_PAGES = [
  '/dashboard',
  '/profiles',
  '/profiles/{userId}',
  '/profiles/{userId}/edit',
  '/directory',
  '/friends',
  '/my-gallery',
  '/gallery/{userId}',
  '/inventory/{userId}',
  '/store',
  '/coins',
  '/coinstore',
  '/purchase/success',
  '/purchase/cancel',
  '/settings',
  '/fight/{userId}',
  '/fights/{id}',
  '/dm',
  '/dm/{userId}',
  '/admin',
  '/admin/users',
  '/admin/mutes',
  '/admin/edit-user',
  '/admin/categories',
  '/admin/reports',
  '/admin/audit',
  '/admin/site-health',
  '/chat',
  '/forum',
] as const;

const PAGES = [...PUBLIC_PAGES, ...PLAYER_PAGES];
const SHAPES = PAGES.map((page) => {
  const pattern = page.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return { page, shape: new RegExp(`^${pattern}/?$`) };
});

/** The page that a path is, as the tables name it; every path that is none is '404 - Page Not Found'. */
export const pageOf = (pathname: string): (typeof PAGES)[number] | undefined =>
  SHAPES.find(({ shape }) => shape.test(pathname))?.page;

/** What the document of a page is called among those of players, e.g. 'profiles.userId.html'. */
export const documentName = (page: string): string =>
  `${page.slice(1).replaceAll('/', '.').replaceAll(/[{}]/g, '')}.html`;

/** The calls of a page with the id in its path, for somebody who is signed in. */
type Calls = (id: number, me: Viewer) => readonly string[];
/** Whoever may not see a page would only be refused. */
const from = (rank: Role, { role }: Viewer, ...calls: string[]) => (RANKS[role] >= RANKS[rank] ? calls : []);
const DMS = `/api/dms?limit=${LIMITS.dm.conversationsPage}`;
const REPORTS = '/api/mod/reports?state=open';

/**
 * What the document of a page asks for, besides who is signed in, with no query in its address; `first-calls.ts` of the
 * client asks for the same where the page comes from another one. Not what must be live from the
 * first, which waits for the connection.
 */
const FIRST_CALLS: Partial<Record<(typeof PAGES)[number], Calls>> = {
  '/profiles': () => ['/api/profiles'],
  '/profiles/{userId}': (id) => [
    `/api/profiles/${id}`,
    '/api/blocks',
    `/api/photos/user/${id}?limit=${LIMITS.profilePhotos}`,
    `/api/profiles/${id}/status/comments?limit=${LIMITS.commentsPage}`,
    `/api/activity?userId=${id}&limit=${LIMITS.activityPage}`,
  ],
  '/profiles/{userId}/edit': (id) => [`/api/profiles/${id}`],
  '/directory': () => ['/api/profiles'],
  '/my-gallery': (_id, me) => [`/api/photos/user/${me.id}`],
  '/gallery/{userId}': (id, me) => [
    `/api/photos/user/${id}`,
    ...(id === me.id ? [] : [`/api/profiles/${id}`]),
  ],
  '/inventory/{userId}': (id, me) => [
    `/api/inventory/${id}`,
    '/api/store',
    `/api/game/${id}`,
    ...(id === me.id ? [] : [`/api/profiles/${id}`]),
  ],
  '/store': (_id, me) => ['/api/store', `/api/game/${me.id}`],
  '/coins': (_id, me) => [
    `/api/coins/history?limit=${LIMITS.coinHistoryPage}`,
    '/api/store',
    `/api/game/${me.id}`,
  ],
  '/coinstore': (_id, me) => ['/api/config', '/api/checkout/limit', `/api/game/${me.id}`],
  '/settings': () => ['/api/sessions'],
  '/fight/{userId}': (_id, me) => [`/api/game/${me.id}`, '/api/levels'],
  '/fights/{id}': (id) => [`/api/combat/fights/${id}`],
  '/dm': () => [DMS],
  '/dm/{userId}': (id, me) => [DMS, ...(id === me.id ? [] : [`/api/dms/${id}?limit=${LIMITS.dm.page}`])],
  '/admin': (_id, me) => from('moderator', me, REPORTS, '/api/mod/mutes'),
  '/admin/users': (_id, me) => from('admin', me, '/api/admin/users'),
  '/admin/mutes': (_id, me) => from('moderator', me, '/api/mod/mutes', '/api/mod/suspensions'),
  '/admin/edit-user': (_id, me) => from('admin', me, '/api/admin/users'),
  '/admin/categories': (_id, me) => from('moderator', me, '/api/forum-categories'),
  '/admin/reports': (_id, me) => from('moderator', me, REPORTS),
  '/admin/audit': (_id, me) => from('admin', me, '/api/admin/audit'),
  '/admin/site-health': (_id, me) => from('admin', me, '/api/admin/site-health'),
  '/forum': () => ['/api/forum-threads?page=1', '/api/forum-categories'],
};

/** The calls that the page at this path begins with, for whoever asks; null for none, as with an id that is no number. */
export function firstCallsOf(
  pathname: string,
  page: ReturnType<typeof pageOf>,
): ((me: Viewer) => readonly string[]) | null {
  const calls = page && FIRST_CALLS[page];
  const id = pathname.split('/')[2] ?? '';
  if (!calls || (page.includes('{') && !/^[1-9]\d{0,14}$/.test(id))) return null;
  return (me) => calls(Number(id), me);
}
