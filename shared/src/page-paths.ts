/** Return a function that returns the page at a path. `{x}` in a page's path matches one segment. */
export function pageMatcher<P extends string>(pages: readonly P[]): (pathname: string) => P | undefined {
  const patterns = pages.map((page) => {
    const pattern = page.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    return { page, pattern: new RegExp(`^${pattern}/?$`) };
  });
  return (pathname) => patterns.find(({ pattern }) => pattern.test(pathname))?.page;
}

/** Return the positive integer that is the second segment of a path, or null. */
export function idInPath(pathname: string): number | null {
  const id = pathname.split('/')[2] ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/** Paths that are not pages of the app. The server answers each of these paths, and all paths below it, itself. */
export const SERVER_PATHS = [
  '/api',
  '/media',
  '/assets',
  '/socket.io',
  '/sandbox-pay',
  '/metrics',
  '/healthz',
  '/readyz',
  '/.well-known',
  '/sitemap.xml',
];
