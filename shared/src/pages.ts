import { LIMITS } from './limits.ts';

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

/**
 * What a page asks for first, besides who is signed in, with no query in its address; `{id}` is the one in its path. Not what must be live from the
 * first, which waits for the connection.
 */
const FIRST_CALLS: Partial<Record<(typeof PAGES)[number], readonly string[]>> = {
  '/profiles': ['/api/profiles'],
  '/profiles/{userId}': [
    '/api/profiles/{id}',
    '/api/blocks',
    '/api/photos/user/{id}?limit=6',
    '/api/profiles/{id}/status/comments?limit=20',
    '/api/activity?userId={id}&limit=10',
  ],
  '/profiles/{userId}/edit': ['/api/profiles/{id}'],
  '/directory': ['/api/profiles'],
  '/gallery/{userId}': ['/api/photos/user/{id}'],
  '/inventory/{userId}': ['/api/inventory/{id}'],
  '/store': ['/api/store'],
  '/coins': [`/api/coins/history?limit=${LIMITS.coinHistoryPage}`, '/api/store'],
  '/coinstore': ['/api/config', '/api/checkout/limit'],
  '/settings': ['/api/sessions'],
  '/fights/{id}': ['/api/combat/fights/{id}'],
  '/forum': ['/api/forum-threads?page=1', '/api/forum-categories'],
};

/** The calls that the page at this path begins with, as paths; none for an id that is no number. */
export function firstCallsOf(pathname: string, page = pageOf(pathname)): readonly string[] {
  const calls = (page && FIRST_CALLS[page]) ?? [];
  const id = pathname.split('/')[2] ?? '';
  if (page?.includes('{') && !/^[1-9]\d{0,14}$/.test(id)) return [];
  return calls.map((call) => call.replace('{id}', id));
}
