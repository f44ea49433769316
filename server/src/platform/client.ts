import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPage } from '@rivalhold/shared/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

const DIST = path.join(import.meta.dirname, '../../../web/dist');

/**
 * Serves the built client: hashed files for a year and precompressed, its index uncached for every page of the route
 * table, and with status 404 for every other path. An unknown path under /api is a JSON 404.
 */
export async function serveClient(app: FastifyInstance): Promise<void> {
  const indexFile = path.join(DIST, 'index.html');
  const built = existsSync(indexFile);
  if (built)
    await app.register(fastifyStatic, {
      root: path.join(DIST, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
      // So that a missing file goes to the handler below, as everything unknown does.
      wildcard: false,
    });
  const index = built ? readFileSync(indexFile, 'utf8') : NOT_BUILT;
  const files = new Map<string, Buffer>(
    ['favicon.svg', 'robots.txt', 'manifest.webmanifest'].flatMap((name) => {
      const file = path.join(DIST, name);
      return existsSync(file) ? [[`/${name}`, readFileSync(file)] as const] : [];
    }),
  );

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    if (
      pathname === '/api' ||
      pathname.startsWith('/api/') ||
      (request.method !== 'GET' && request.method !== 'HEAD')
    )
      throw new AppError('notFound');
    const file = files.get(pathname);
    if (file)
      return reply.type(contentType(pathname)).header('cache-control', 'public, max-age=3600').send(file);
    return reply
      .code(isPage(pathname) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(index);
  });
}

const contentType = (name: string): string =>
  name.endsWith('.svg')
    ? 'image/svg+xml'
    : name.endsWith('.txt')
      ? 'text/plain'
      : 'application/manifest+json';

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Rivalhold</title><p>The client has not been built. Run “npm start”.</p></html>';
