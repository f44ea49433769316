import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import {
  DOCUMENT_PATHS,
  documentName,
  initialCallsFor,
  matchPage,
  PRERENDERED_PATHS,
} from '@rivalhold/shared/pages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, siteUrl } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Session } from '../security/sessions.ts';
import type { Site } from '../site.ts';
import { bestCoding, createDocument, type DocumentSender, FAST_QUALITY } from './client-documents.ts';
import { hasCurrent } from './conditional.ts';
import { fillPlaceholders } from './escape-html.ts';
import { GuestPages } from './guest-pages.ts';
import { countRequest, findCounted, loadSession } from './routes.ts';
import type { Http } from './server.ts';

const CLIENT_FOLDER = path.join(import.meta.dirname, '../../../../web/dist');
const HOME = '/dashboard';
const PRELOAD_ATTRIBUTES = 'rel=preload; as=fetch; crossorigin=use-credentials';
/**
 * Time limit in ms for looking up the session when a document is requested. Without it, a hung database would delay the
 * document.
 */
const VIEWER_TIMEOUT_MS = 200;

type Caller = 'guest' | 'player' | 'unknown';

/**
 * Files with fixed names, and their Cache-Control headers. Browsers must revalidate the service worker on every use.
 */
const NAMED_FILES = {
  'favicon.svg': { type: 'image/svg+xml', cache: 'public, max-age=3600' },
  'manifest.webmanifest': { type: 'application/manifest+json', cache: 'public, max-age=3600' },
  'robots.txt': { type: 'text/plain; charset=utf-8', cache: 'public, max-age=3600' },
  'sw.js': { type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
} as const;

/**
 * Serve the built client. Its assets have hashed names and are cached for a year. Its documents are always revalidated.
 * Guests get prerendered pages. A request with a session cookie gets a document with the app frame, and preload links if
 * the session is found. Signed-in players are redirected from / to the dashboard. The status is 404 if the page is
 * unknown, or if a guest requests content that does not exist or is hidden from guests. The response to an unknown path
 * under /api is a JSON 404.
 */
export async function serveClient(http: Http, site: Site): Promise<void> {
  const { app, cookies } = http;
  const entry = readBuiltFile('index.html');
  if (entry)
    await app.register(fastifyStatic, {
      root: path.join(CLIENT_FOLDER, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
      // Register no wildcard route, so that requests for missing files reach the not-found handler below.
      wildcard: false,
    });
  const index = createDocument(entry ?? CLIENT_NOT_BUILT);
  const general = readBuiltFile('player.html');
  const forPlayers = general ? createDocument(general) : index;
  const readPage = (page: string) => readBuiltFile(`players/${documentName(page)}`);
  const pages = prerenderedDocuments(
    DOCUMENT_PATHS.filter((page) => page !== HOME),
    readPage,
  );
  const home = readPage(HOME);
  const ready = prerenderedPages(site.config);
  const guestPages = new GuestPages(site, CLIENT_FOLDER, readBuiltFile);
  const files = new Map(
    Object.entries(NAMED_FILES).flatMap(([name, how]) => {
      const text = readBuiltFile(name);
      if (text === undefined) return [];
      const content = text.replaceAll('%SITE_URL%', siteUrl(site.config));
      return [[`/${name}` as string, { ...how, content }] as const];
    }),
  );

  /**
   * Return the kind of caller. The session is looked up only for the path /. For other paths, a caller with a session
   * cookie is 'unknown'. For the path /, the caller is 'unknown' only while the database is down.
   */
  const callerOf = async (
    pathname: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> => {
    if (!request.cookies[cookies.session]) return 'guest';
    if (pathname !== '/') return 'unknown';
    const isJudged = await loadSession(http, site, request, reply).then(
      () => true,
      () => false,
    );
    if (!isJudged) return 'unknown';
    return request.session ? 'player' : 'guest';
  };

  /**
   * Return the signed-in player whose data a document contains or preloads. Return null for a guest, or if the
   * database does not respond in time. Guests get no preload links, because a browser would use a preloaded 401
   * response even after the guest has logged in.
   */
  const viewerOf = (request: FastifyRequest): Promise<Session['user'] | null> =>
    Promise.race([
      site.sessions.find(request.cookies[cookies.session]).then(
        (session) => session?.user ?? null,
        () => null,
      ),
      sleep(VIEWER_TIMEOUT_MS, null, { ref: false }),
    ]);

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    if (
      pathname === '/api' ||
      pathname.startsWith('/api/') ||
      (request.method !== 'GET' && request.method !== 'HEAD')
    )
      throw new AppError('notFound');
    const file = files.get(pathname);
    if (file) return reply.type(file.type).header('cache-control', file.cache).send(file.content);
    reply.header('cache-control', 'no-cache').header('vary', 'Cookie, Accept-Encoding');
    const caller = await callerOf(pathname, request, reply);
    if (caller === 'player') return reply.header('cache-control', 'no-store').redirect(HOME);
    const page = matchPage(pathname);
    // The path contains a secret token, which the client later removes from the address. Until then, requests from the
    // page must not disclose the token.
    if (page?.includes('{token}'))
      reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    // Browsers preload these API calls in parallel with the page's code. Do not preload for a URL with a query string,
    // because the page might need other data.
    const callsOf =
      caller === 'unknown' && !request.url.includes('?') ? initialCallsFor(pathname, page) : null;
    const isHome = caller === 'unknown' && page === HOME;
    const viewer = callsOf || isHome ? await viewerOf(request) : null;
    const calls = (viewer && callsOf?.(viewer)) ?? [];
    if (calls.length > 0)
      reply.header('link', calls.map((call) => `<${call}>; ${PRELOAD_ATTRIBUTES}`).join(', '));
    const whole = page && (caller === 'guest' ? ready.get(page) : (pages.get(page) ?? forPlayers));
    const greeting =
      isHome && viewer && home
        ? createDocument(fillPlaceholders(home, { USER_NAME: viewer.username }), FAST_QUALITY)
        : null;
    // The document contains the player's name. A stored copy could appear to the next player on a shared device.
    if (greeting) reply.header('cache-control', 'no-store');
    const isOwnPage = caller === 'guest' && page !== undefined && guestPages.has(page);
    const found = isOwnPage
      ? await findCounted(site, request, async () => {
          await countRequest(site, request, 'read');
          return guestPages.find(page, pathname);
        })
      : null;
    if (found && hasCurrent(reply, found.tag)) return reply.code(304).send();
    const document = found?.document ?? greeting ?? whole ?? index;
    const coding = bestCoding(request.headers['accept-encoding']);
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply
      .code(page && (found || !isOwnPage) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(await document(coding));
  });
}

/** Return the prerendered pages for guests by path. Placeholders are replaced by this site's values. */
function prerenderedPages(config: Config): Map<string, DocumentSender> {
  const texts = {
    SITE_URL: siteUrl(config),
    SUPPORT_EMAIL: config.supportEmail,
    SOURCE_URL: config.sourceUrl ?? '',
  };
  return prerenderedDocuments(PRERENDERED_PATHS, (page) => {
    const name = `${page.slice(1) || 'index'}.html`;
    const html =
      (config.sourceUrl === null && readBuiltFile(`pages/sourceless/${name}`)) ||
      readBuiltFile(`pages/${name}`);
    return html && fillPlaceholders(html, texts);
  });
}

/** Return the text of a file in the built client. Return undefined if the file does not exist. */
function readBuiltFile(name: string): string | undefined {
  const file = path.join(CLIENT_FOLDER, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Return the prerendered documents by page. Pages for which `htmlOf` returns undefined are left out. */
const prerenderedDocuments = (
  pages: readonly string[],
  htmlOf: (page: string) => string | undefined,
): Map<string, DocumentSender> =>
  new Map(
    pages.flatMap((page) => {
      const html = htmlOf(page);
      return html === undefined ? [] : [[page, createDocument(html)] as const];
    }),
  );

const CLIENT_NOT_BUILT =
  '<!doctype html><html lang="en"><title>Rivalhold</title><p>The client has not been built. Run “npm start”.</p></html>';
