/** Every page that exists, as the route table of the specification names it; `{x}` stands for one part of the path. */
const PUBLIC_PAGES = [
  '/',
  '/reset-password/{token}',
  '/forgot-password',
  '/confirm-email/{token}',
  '/terms',
  '/privacy',
  '/support',
  '/faq',
] as const;

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
  '/chat',
  '/forum',
] as const;

const SHAPES = [...PUBLIC_PAGES, ...PLAYER_PAGES].map(
  (page) => new RegExp(`^${page.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
);

/** Whether a path is a page; all others are '404 - Page Not Found'. */
export const isPage = (pathname: string): boolean => SHAPES.some((shape) => shape.test(pathname));
