import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import {
  DOCUMENT_PATHS,
  documentName,
  initialCallsFor,
  matchPage,
  type PagePath,
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
const DASHBOARD = '/dashboard';
const PRELOAD_ATTRIBUTES = 'rel=preload; as=fetch; crossorigin=use-credentials';
/**
 * Time limit in ms for looking up the session when a document is requested. Without it, a hung database would delay the
 * document.
 */
const VIEWER_TIMEOUT_MS = 200;

type Caller = 'guest' | 'player' | 'unknown';
/** The path of a request, and the page at this path, if any. */
type RequestedPage = { pathname: string; page: PagePath | undefined };

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
 * Guests get prerendered pages. A request with a session cookie gets a document with the app frame, and preload links
 * if the session is found. Signed-in players are redirected from / to the dashboard. The status is 404 if the page is
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
  const playerHtml = readBuiltFile('player.html');
  const playerShell = playerHtml ? createDocument(playerHtml) : index;
  const readPlayerPage = (page: string) => readBuiltFile(`players/${documentName(page)}`);
  const playerDocuments = prerenderedDocuments(
    DOCUMENT_PATHS.filter((page) => page !== DASHBOARD),
    readPlayerPage,
  );
  const dashboardTemplate = readPlayerPage(DASHBOARD);
  const guestDocuments = prerenderedPages(site.config);
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
   * Return the kind of caller. A caller without a session cookie is a guest. The session is looked up only for the path
   * /, so a caller with a session cookie is 'unknown' for all other paths. For the path /, such a caller is 'unknown'
   * only while the database is down.
   */
  const callerOf = async (
    pathname: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> => {
    if (!request.cookies[cookies.session]) return 'guest';
    if (pathname !== '/') return 'unknown';
    const isSessionKnown = await loadSession(http, site, request, reply).then(
      () => true,
      () => false,
    );
    if (!isSessionKnown) return 'unknown';
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

  /**
   * Send a page's document to a guest. For a page whose content depends on the id in its path, the status is 304 if the
   * client has the current content, and 404 if the content does not exist or is hidden from guests.
   */
  const sendToGuest = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { page, pathname }: RequestedPage,
  ): Promise<FastifyReply> => {
    const dependsOnId = page !== undefined && guestPages.has(page);
    const guestPage = dependsOnId
      ? await findCounted(site, request, async () => {
          await countRequest(site, request, 'read');
          return guestPages.find(page, pathname);
        })
      : null;
    if (guestPage && hasCurrent(reply, guestPage.tag)) return reply.code(304).send();
    const cachedDocument = page && guestDocuments.get(page);
    return sendDocument(request, reply, {
      document: guestPage?.document ?? cachedDocument ?? index,
      isFound: page !== undefined && (guestPage !== null || !dependsOnId),
    });
  };

  /**
   * Send a page's document to a client that has a session cookie. If the session is found, add preload links. The
   * document of the dashboard then also contains the player's name.
   */
  const sendToPlayer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { page, pathname }: RequestedPage,
  ): Promise<FastifyReply> => {
    // Browsers preload these API calls in parallel with the page's code. Do not preload for a URL with a query string,
    // because the query might change which data the page needs.
    const callsOf = request.url.includes('?') ? null : initialCallsFor(pathname, page);
    const isDashboard = page === DASHBOARD;
    const viewer = callsOf || isDashboard ? await viewerOf(request) : null;
    const calls = (viewer && callsOf?.(viewer)) ?? [];
    if (calls.length > 0)
      reply.header('link', calls.map((call) => `<${call}>; ${PRELOAD_ATTRIBUTES}`).join(', '));
    const personalDashboard =
      isDashboard && viewer && dashboardTemplate
        ? createDocument(fillPlaceholders(dashboardTemplate, { USER_NAME: viewer.username }), FAST_QUALITY)
        : null;
    // Browsers must not store this document, because it contains the player's name. A stored copy could appear to the
    // next player on a shared device.
    if (personalDashboard) reply.header('cache-control', 'no-store');
    const cachedDocument = page && (playerDocuments.get(page) ?? playerShell);
    return sendDocument(request, reply, {
      document: personalDashboard ?? cachedDocument ?? index,
      isFound: page !== undefined,
    });
  };

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
    if (caller === 'player') return reply.header('cache-control', 'no-store').redirect(DASHBOARD);
    const page = matchPage(pathname);
    // The path contains a secret token, so the browser must not send it as a referrer or store it in its cache. The
    // client later removes the token from the address.
    if (page?.includes('{token}'))
      reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    const send = caller === 'guest' ? sendToGuest : sendToPlayer;
    return send(request, reply, { page, pathname });
  });
}

/** Send a document in the best encoding that the client accepts, with status 200 if the page was found, else 404. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, isFound }: { document: DocumentSender; isFound: boolean },
): Promise<FastifyReply> {
  const coding = bestCoding(request.headers['accept-encoding']);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply
    .code(isFound ? 200 : 404)
    .type('text/html; charset=utf-8')
    .send(await document(coding));
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
