import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import {
  documentName,
  initialCallsFor,
  matchPage,
  PLAYER_PATHS,
  PRERENDERED_PATHS,
  STAFF_PATHS,
} from '@rivalhold/shared/pages.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, siteUrl } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Site } from '../site.ts';
import { escapeHtml } from './escape-html.ts';
import { loadSession } from './routes.ts';
import type { Http } from './server.ts';

const CLIENT_FOLDER = path.join(import.meta.dirname, '../../../../web/dist');
const HOME = '/dashboard';
const PRELOAD_ATTRIBUTES = 'rel=preload; as=fetch; crossorigin=use-credentials';
/** So long a document waits to know whether it may name calls: a database that is silent must not keep it. */
const VIEWER_TIMEOUT_MS = 200;
/** Of more there is little to win, and the one who asks first waits for it. */
const BROTLI_QUALITY = 9;

type Caller = 'guest' | 'player' | 'unknown';
type ContentCoding = 'identity' | 'br' | 'gzip';
/** Answers a document in a coding, made when it is first asked for. */
type DocumentSender = (coding: ContentCoding) => Promise<Buffer>;

/** What has a name of its own, and for how long it is kept. A browser asks for its service worker anew each time. */
const NAMED_FILES = {
  'favicon.svg': { type: 'image/svg+xml', cache: 'public, max-age=3600' },
  'manifest.webmanifest': { type: 'application/manifest+json', cache: 'public, max-age=3600' },
  'robots.txt': { type: 'text/plain; charset=utf-8', cache: 'public, max-age=3600' },
  'sw.js': { type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
} as const;

/**
 * Serves the built client: hashed files for a year and precompressed; uncached, for guests the pages that were rendered
 * when it was built, for who has a session a document with the frame of a player's pages and the names of what the page
 * needs, for all else its index, with status 404 for every path that is no page. Who is signed in is led from / to the
 * dashboard. An unknown path under /api is a JSON 404.
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
      // So that a missing file goes to the handler below, as everything unknown does.
      wildcard: false,
    });
  const index = createDocument(entry ?? CLIENT_NOT_BUILT);
  const general = readBuiltFile('player.html');
  const forPlayers = general ? createDocument(general) : index;
  const pages = prerenderedDocuments([...PLAYER_PATHS, ...STAFF_PATHS], (page) =>
    readBuiltFile(`players/${documentName(page)}`),
  );
  const ready = prerenderedPages(site.config);
  const files = new Map(
    Object.entries(NAMED_FILES).flatMap(([name, how]) => {
      const content = readBuiltFile(name);
      return content === undefined ? [] : [[`/${name}` as string, { ...how, content }] as const];
    }),
  );

  /** Who calls; not judged where it makes no difference, nor while the database is away, which the page itself says. */
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

  /** Asked since a browser keeps what it fetched ahead, a refusal too, for the page that asks once somebody has signed in. */
  const viewerOf = (request: FastifyRequest): Promise<Viewer | null> =>
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
    // Beside its code instead of after it. With a query in its address a page may ask for something else.
    const callsOf =
      caller === 'unknown' && !request.url.includes('?') ? initialCallsFor(pathname, page) : null;
    const viewer = callsOf && (await viewerOf(request));
    const calls = (viewer && callsOf?.(viewer)) ?? [];
    if (calls.length > 0)
      reply.header('link', calls.map((call) => `<${call}>; ${PRELOAD_ATTRIBUTES}`).join(', '));
    const whole = page && (caller === 'guest' ? ready.get(page) : (pages.get(page) ?? forPlayers));
    const document = whole ?? index;
    const coding = bestCoding(request.headers['accept-encoding']);
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply
      .code(page ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(await document(coding));
  });
}

/** The pages that stand ready for guests, by their paths, with what this site says of itself put in. */
function prerenderedPages(config: Config): Map<string, DocumentSender> {
  const words: Record<string, string> = {
    SITE_URL: siteUrl(config),
    SUPPORT_EMAIL: config.supportEmail,
    SOURCE_URL: config.sourceUrl ?? '',
  };
  return prerenderedDocuments(PRERENDERED_PATHS, (page) => {
    const name = `${page.slice(1) || 'index'}.html`;
    const html =
      (config.sourceUrl === null && readBuiltFile(`pages/sourceless/${name}`)) ||
      readBuiltFile(`pages/${name}`);
    return html?.replaceAll(/%([A-Z]+_[A-Z]+)%/g, (whole, word) => escapeHtml(words[word] ?? whole));
  });
}

/** A file of the client as it was built; undefined where there is none. */
function readBuiltFile(name: string): string | undefined {
  const file = path.join(CLIENT_FOLDER, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The documents of those pages that there is one of. */
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

function createDocument(html: string): DocumentSender {
  const identity = Buffer.from(html);
  const made = new Map<ContentCoding, Promise<Buffer>>();
  const codings = {
    identity: async () => identity,
    br: () =>
      promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    gzip: () => promisify(gzip)(identity),
  };
  return (coding) => {
    const document = made.get(coding) ?? codings[coding]();
    made.set(coding, document);
    return document;
  };
}

/** The best coding a browser takes; what it refuses by `q=0` is no coding of it. */
function bestCoding(accepted = ''): ContentCoding {
  const codings = accepted
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]);
  return (['br', 'gzip'] as const).find((coding) => codings.includes(coding)) ?? 'identity';
}

const CLIENT_NOT_BUILT =
  '<!doctype html><html lang="en"><title>Rivalhold</title><p>The client has not been built. Run “npm start”.</p></html>';
