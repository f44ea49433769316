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

const OWN = '{userId}';
/**
 * What a page asks for first, besides who is signed in, with no query in its address. Not what must be live from the
 * first, which waits for the connection.
 */
const FIRST_CALLS: Partial<Record<(typeof PAGES)[number], readonly string[]>> = {
  '/profiles': ['/api/profiles'],
  '/profiles/{userId}': [
    `/api/profiles/${OWN}`,
    '/api/blocks',
    `/api/photos/user/${OWN}?limit=6`,
    `/api/profiles/${OWN}/status/comments?limit=20`,
    `/api/activity?userId=${OWN}&limit=10`,
  ],
  '/inventory/{userId}': [`/api/inventory/${OWN}`],
  '/store': ['/api/store'],
  '/forum': ['/api/forum-threads?page=1', '/api/forum-categories'],
};

/** The calls that the page at this path begins with, as paths; none for an id that is no number. */
export function firstCallsOf(pathname: string, page = pageOf(pathname)): readonly string[] {
  const calls = (page && FIRST_CALLS[page]) ?? [];
  const id = pathname.split('/')[2] ?? '';
  if (page?.includes(OWN) && !/^[1-9]\d{0,14}$/.test(id)) return [];
  return calls.map((call) => call.replace(OWN, id));
}
