import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastifyUnderPressure from '@fastify/under-pressure';
import { GIPHY_API, GIPHY_MEDIA_HOSTS } from '@rivalhold/shared/gifs.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { matchPage } from '@rivalhold/shared/pages.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { TSchema } from 'typebox';
import type { Config } from '../config.ts';
import { AppError, toAppError } from '../errors.ts';
import type { Metrics } from '../observability/metrics.ts';
import { Cookies } from '../security/cookies.ts';
import type { Session } from '../security/sessions.ts';
import { proxyTrust } from './client-address.ts';
import { respondToMalformedRequest, respondToUpgrade } from './raw-responses.ts';
import { compileCoercing, compileResponse, compileStrict, fieldErrors } from './schema.ts';

/** Where sockets are opened. */
export const SOCKETS_PATH = '/socket.io/';
/** Where there is nothing that a browser would draw as a page; the shell that a device keeps is one. */
const NON_DOCUMENT_PATTERN = /^\/(assets\/(?![\w-]+\.html)|api\/(?!docs))/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null for a guest. */
    session: Session | null;
  }
}

export type Http = {
  app: FastifyInstance;
  cookies: Cookies;
  /** Headers of every answer that is no document. */
  minimalHeaders: Record<string, string>;
  /** Ends connections as the site stops, which is not over before they are: those of which nothing came, and soon all. */
  closeConnections(): void;
};

/**
 * Beyond this lag of the event loop the server says that it is busy rather than letting everybody wait. It is also how
 * often the lag is looked at: where the loop came round less than twice since, that counts as lag without end. Not with
 * the embedded database: its queries run in this very loop.
 */
const MAX_EVENT_LOOP_LAG_MS = 5_000;

/**
 * How long a request may take to arrive: one that trickles in must not hold its connection for ever. The largest upload
 * needs some 90 KB/s, what a phone has on a bad line.
 */
const REQUEST_TIMEOUT_MS = 300_000;
/** Its head is small. */
const HEADERS_TIMEOUT_MS = 60_000;

/** How long an answer that is under way may take once the site stops; a process is given ten seconds for all of it. */
export const SHUTDOWN_GRACE_MS = 5_000;

/**
 * Fastify with all that holds for every request: headers, cookies, CSRF, ids, errors, validation, timing.
 * @param requestMs how long a request may take to arrive
 */
export async function buildHttp(
  config: Config,
  log: Logger,
  metrics: Metrics,
  requestMs = REQUEST_TIMEOUT_MS,
): Promise<Http> {
  const cookies = new Cookies(config);
  const { always, bare } = await securityHeaders(config);
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Our own line instead: it names the route, not the address, which may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // As a function: Fastify takes a mere number of proxies for none.
    trustProxy: proxyTrust(config.trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    routerOptions: { maxParamLength: 256 },
    requestTimeout: requestMs,
    // Node takes no notice of the first while the second is longer.
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestMs / 2),
      connectionsCheckingInterval: Math.min(HEADERS_TIMEOUT_MS, requestMs) / 4,
    },
    // What comes in as it closes is served: the database is there until the last connection has ended.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Of an address that cannot be read no hook is told.
    frameworkErrors: (error, request, reply) => respondWithError(error, request, reply.headers(always)),
    clientErrorHandler: respondToMalformedRequest(always),
  });
  app.server.on('upgrade', respondToUpgrade(always, SOCKETS_PATH));
  // What is not JSON is refused as such, rather than judged as a text.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body' ? compileStrict(schema as never) : compileCoercing(schema as never),
  );
  app.setSerializerCompiler(({ schema }) => compileResponse(schema as TSchema));
  app.setSchemaErrorFormatter(
    (errors) => new AppError('invalid', undefined, { errors: fieldErrors(errors as never) }),
  );
  app.decorateRequest('session', null);

  // Before all that may refuse a request by itself.
  app.addHook('onRequest', (request, reply, done) => {
    const isDocument = request.is404 || !NON_DOCUMENT_PATTERN.test(request.url);
    reply.headers(isDocument ? always : bare).header('x-request-id', request.id);
    // Before the body is read: a path that is not there is that, whatever is sent to it.
    const isNowhere = request.is404 && request.method !== 'GET' && request.method !== 'HEAD';
    done(isNowhere ? new AppError('notFound') : undefined);
  });
  await app.register(fastifyCookie);
  await app.register(fastifyCsrf, {
    cookieKey: cookies.csrfSecret,
    cookieOpts: cookies.hidden,
    getToken: (request) => {
      const token = request.headers['x-csrf-token'];
      return typeof token === 'string' ? token : undefined;
    },
    // Binds the token to the session: another session's is worth nothing.
    getUserInfo: (request) => csrfUserInfo(request.session?.tokenHash),
    csrfOpts: { hmacKey: config.sessionSecret },
    logLevel: 'debug',
  });
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: config.databaseUrl ? MAX_EVENT_LOOP_LAG_MS : 0,
    sampleInterval: MAX_EVENT_LOOP_LAG_MS,
    pressureHandler: () => {
      throw new AppError('unavailable', undefined, { retryAfter: 5 });
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    metrics.recordRequest(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.session?.user.id,
      },
      'request',
    );
    // What is left of a form that was refused in its middle would stand before the next request of its connection.
    if (request.isMultipart()) request.raw.unpipe().resume();
    done();
  });
  app.setErrorHandler(respondWithError);
  return { app, cookies, minimalHeaders: bare, closeConnections: createConnectionCloser(app.server) };
}

/** The route or the page that was asked for, as the tables name it: what an address holds, a token too, is nobody's to read. */
const routeOf = ({ routeOptions, url }: FastifyRequest): string =>
  routeOptions.url ?? matchPage(url.split('?', 1)[0] ?? '/') ?? 'unknown';

/**
 * Node itself ends those that were asked something and answered; browsers and proxies open more, to have them when they
 * need one, and some speak another protocol by now. Those that wait for an answer are ended with it.
 */
function createConnectionCloser(server: Server): () => void {
  const open = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (_, answer) => {
    answering.add(answer);
    answer.once('close', () => answering.delete(answer));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    for (const answer of answering) if (!answer.headersSent) answer.setHeader('connection', 'close');
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, SHUTDOWN_GRACE_MS).unref();
  };
}

/** Whom a CSRF token belongs to; guests' hang on the hidden cookie alone. */
const csrfUserInfo = (tokenHash: string | null | undefined): string => tokenHash ?? 'guest';

/** Makes the CSRF token of the session that holds from now on, and sets the cookie that scripts read it from. */
export function renewCsrf(cookies: Cookies, reply: FastifyReply, tokenHash: string | null): string {
  const token = reply.generateCsrf({ userInfo: csrfUserInfo(tokenHash) });
  cookies.setCsrfToken(reply, token);
  return token;
}

const CODE_BY_STATUS: Partial<Record<number, ConstructorParameters<typeof AppError>[0]>> = {
  400: 'invalid',
  404: 'notFound',
  413: 'tooLarge',
  // A part of the path that is longer than any we give out.
  414: 'notFound',
  415: 'mediaType',
  429: 'tooOften',
  503: 'unavailable',
};

function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, request.raw.destroyed);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  reply
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .code(known.status)
    .type('application/json')
    .send(known.toBody());
}

function asAppError(error: unknown, hasHungUp: boolean): AppError {
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  // Who hung up in the middle of a body is not told anything; it is no failure of ours.
  if (hasHungUp && message === 'aborted') return new AppError('invalid');
  if (code?.startsWith('FST_CSRF')) return new AppError('csrf');
  const known = toAppError(error);
  if (known) return known;
  const status = statusCode ?? 500;
  if (status >= 400 && status < 500) return new AppError(CODE_BY_STATUS[status] ?? 'invalid');
  return new AppError(status === 503 ? 'unavailable' : 'internal');
}

/**
 * What answers tell the browser to refuse: `always`, or `bare` where the answer is no document, since a page asks for
 * dozens of those and these headers are more than many of them. Asked of helmet once: it makes all of it anew for each
 * answer.
 */
async function securityHeaders(config: Config): Promise<Record<'always' | 'bare', Record<string, string>>> {
  const probe = Fastify();
  await probe.register(fastifyHelmet, helmetOptions(config));
  probe.get('/', async (_, reply) => reply.raw.getHeaders());
  const made = (await probe.inject('/')).json<Record<string, string>>();
  await probe.close();
  const always = {
    ...made,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  };
  const bareHeaders = Object.entries(always).filter(([name]) => HEADERS_OF_ALL_RESPONSES.has(name));
  return { always, bare: { ...Object.fromEntries(bareHeaders), 'content-security-policy': NOTHING } };
}

const HEADERS_OF_ALL_RESPONSES = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]);
const NOTHING = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

function helmetOptions(config: Config) {
  const https = config.publicUrl?.protocol === 'https:';
  // The provider's pictures may be shown in messages sent while its key was set.
  const gifs =
    config.giphyApiBase === GIPHY_API
      ? GIPHY_MEDIA_HOSTS.map((host) => `https://${host}`)
      : [config.giphyApiBase];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Scripts set element styles and one library adds its sheet at run time; styles cannot run code.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...gifs],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:', ...gifs],
        'connect-src': ["'self'", ...(config.giphyApiKey ? [config.giphyApiBase] : [])],
        // A player of YouTube is loaded only when somebody presses it.
        'frame-src': ['https://www.youtube-nocookie.com'],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(https && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' as const } : false,
  };
}
