import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
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
import { proxyTrust } from '../security/client-address.ts';
import type { Session } from '../security/sessions.ts';
import { Cookies } from './cookies.ts';
import { respondToMalformedRequest, respondToUpgrade } from './raw-responses.ts';
import { compileCoercing, compileResponse, compileStrict, fieldErrors } from './schema.ts';

/** Path of the Socket.IO endpoint. */
export const SOCKETS_PATH = '/socket.io/';
/**
 * Matches paths that are not HTML documents: all paths below /assets and /api, except /api/docs and the app shell. The
 * service worker caches the app shell, which is a document in /assets.
 */
const NON_DOCUMENT_PATTERN = /^\/(assets\/(?![\w-]+\.html)|api\/(?!docs))/;

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in player. Null for a guest. */
    session: Session | null;
    /** The error of the response. Null if the request succeeded. */
    appError: AppError | null;
    /** True if the request opened a session. The log line of the request then contains the client's address. */
    isSignIn: boolean;
  }
  interface FastifyContextConfig {
    /** The label of the route in the contract. */
    label?: string | undefined;
  }
}

export type Http = {
  app: FastifyInstance;
  cookies: Cookies;
  /** Security headers for responses that are not documents. */
  minimalHeaders: Record<string, string>;
  /** On shutdown, close unused connections immediately, and all other connections within a grace period. */
  closeConnections(): void;
};

/**
 * Maximum event loop lag in ms. If the lag is larger, requests are rejected with `unavailable` instead of waiting. The
 * limit does not apply with the embedded database, whose queries block the event loop. This number is also the interval
 * in ms at which the lag is measured. With a shorter interval, a busy event loop might run less than twice in an
 * interval. The plugin would then report an infinite lag.
 */
const MAX_EVENT_LOOP_LAG_MS = 5_000;

/**
 * Time limit in ms for receiving a request, so that a slow client does not occupy its connection forever. At this
 * limit, the largest upload needs about 90 KB/s, which is the speed of a poor mobile connection.
 */
const REQUEST_TIMEOUT_MS = 300_000;
/** Time limit in ms for receiving the headers of a request. */
const HEADERS_TIMEOUT_MS = 60_000;

/** Time limit in ms for finishing responses during shutdown. The whole shutdown is limited to ten seconds. */
export const SHUTDOWN_GRACE_MS = 5_000;

/**
 * Create the Fastify app with the parts that all requests have in common: security headers, cookies, CSRF protection,
 * request ids, error responses, validation, logs and metrics.
 * @param requestMs time limit for receiving a request
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
    // Turn off Fastify's own request log. The onResponse hook below logs the route instead of the URL, because the URL
    // can contain a token.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Pass a function, because Fastify ignores some forwarded headers if this option is a number.
    trustProxy: proxyTrust(config.trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    routerOptions: { maxParamLength: 256 },
    requestTimeout: requestMs,
    // Keep headersTimeout shorter than requestTimeout, because Node would otherwise ignore headersTimeout.
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestMs / 2),
      connectionsCheckingInterval: Math.min(HEADERS_TIMEOUT_MS, requestMs) / 4,
    },
    // Serve requests during shutdown, because the database stays open until all connections are closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Set the headers here, because the hooks that set them for other responses do not run for a malformed URL.
    frameworkErrors: (error, request, reply) => respondWithError(error, request, reply.headers(always)),
    clientErrorHandler: respondToMalformedRequest(always),
  });
  app.server.on('upgrade', respondToUpgrade(always, SOCKETS_PATH));
  // Reject text bodies with 415 instead of validating them as strings.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body' ? compileStrict(schema as never) : compileCoercing(schema as never),
  );
  app.setSerializerCompiler(({ schema }) => compileResponse(schema as TSchema));
  app.setSchemaErrorFormatter(
    (errors) => new AppError('invalid', undefined, { errors: fieldErrors(errors as never) }),
  );
  app.decorateRequest('session', null);
  app.decorateRequest('appError', null);
  app.decorateRequest('isSignIn', false);

  // Set the headers before any other hook can reject the request, so that error responses have them, too.
  app.addHook('onRequest', (request, reply, done) => {
    const isDocument = request.is404 || !NON_DOCUMENT_PATTERN.test(request.url);
    reply.headers(isDocument ? always : bare).header('x-request-id', request.id);
    // Reject unknown paths before the body is read, so that the response is 404 even if the body is invalid.
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
    // Bind the token to the session, so that tokens of other sessions are invalid.
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
    const { appError } = request;
    if (appError && !appError.isServerFailure) metrics.recordRefusal(appError.code, 'http');
    metrics.recordRequest(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        failed: appError ? appError.isServerFailure : reply.statusCode >= 500,
      },
      reply.elapsedTime / 1000,
    );
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.session?.user.id,
        code: appError?.code,
        limit: appError?.limit,
        ...((request.isSignIn || isSuspicious(appError)) && { address: request.ip }),
      },
      'request',
    );
    // If a form was rejected before all of it was read, discard the rest. Otherwise, the rest would block the next
    // request on the connection.
    if (request.isMultipart()) request.raw.unpipe().resume();
    done();
  });
  app.setErrorHandler(respondWithError);
  return { app, cookies, minimalHeaders: bare, closeConnections: createConnectionCloser(app.server) };
}

/**
 * Return a name for a request in logs and metrics: the label or the pattern of its route, or else the pattern of its
 * page. The URL itself is not used, because it can contain a token.
 */
export const routeOf = ({ routeOptions, url }: FastifyRequest): string =>
  routeOptions.config?.label ?? routeOptions.url ?? matchPage(url.split('?', 1)[0] ?? '/') ?? 'unknown';

/**
 * Return a function that stops accepting connections, and closes the open ones. Node itself closes only idle
 * connections that have served a request. This function also closes unused connections, which browsers and proxies open
 * in advance. A connection with a request in progress is closed after the response. Connections that are still open
 * after `SHUTDOWN_GRACE_MS`, such as upgraded connections, are closed at that time.
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
    server.close();
    server.prependListener('request', (_, answer) => answer.setHeader('connection', 'close'));
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    for (const answer of answering) if (!answer.headersSent) answer.setHeader('connection', 'close');
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, SHUTDOWN_GRACE_MS).unref();
  };
}

/**
 * Return the identity that a CSRF token is bound to. All guests have the same identity, but each token is also bound to
 * a secret in an HttpOnly cookie.
 */
const csrfUserInfo = (tokenHash: string | null | undefined): string => tokenHash ?? 'guest';

/**
 * Create a CSRF token for a session, or for a guest if `tokenHash` is null. Store the token in the cookie from which
 * scripts read it.
 */
export function renewCsrf(cookies: Cookies, reply: FastifyReply, tokenHash: string | null): string {
  const token = reply.generateCsrf({ userInfo: csrfUserInfo(tokenHash) });
  cookies.setCsrfToken(reply, token);
  return token;
}

/**
 * Error codes that are typical of attacks. The log contains the client's address only for these errors and for
 * sign-ins.
 */
const SUSPICIOUS_CODES: ReadonlySet<ErrorCode> = new Set([
  'credentials',
  'forbidden',
  'suspended',
  'captcha',
  'csrf',
  'origin',
  'newAccountLimit',
  'tooOften',
]);

/** Report whether the log line of a rejected request or connection contains the client's address. */
export const isSuspicious = (error: AppError | null): boolean =>
  error !== null && SUSPICIOUS_CODES.has(error.code);

const CODE_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid',
  404: 'notFound',
  413: 'tooLarge',
  // Fastify uses this status if a path parameter is longer than any valid value.
  414: 'notFound',
  415: 'mediaType',
  429: 'tooOften',
  503: 'unavailable',
};

function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, request.raw.destroyed);
  request.appError = known;
  if (known.isServerFailure) request.log.error({ err: error }, 'request failed');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  reply
    .removeHeader('etag')
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .code(known.status)
    .type('application/json')
    .send(known.toBody());
}

function asAppError(error: unknown, hasHungUp: boolean): AppError {
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  // It is not a server error if a client disconnects while it is sending a body.
  if (hasHungUp && message === 'aborted') return new AppError('invalid');
  if (code?.startsWith('FST_CSRF')) return new AppError('csrf');
  const known = toAppError(error);
  if (known) return known;
  const status = statusCode ?? 500;
  if (status >= 400 && status < 500) return new AppError(CODE_BY_STATUS[status] ?? 'invalid');
  return new AppError(status === 503 ? 'unavailable' : 'internal');
}

/**
 * Return the security headers. `bare` is a shorter set for API calls, assets and Socket.IO, because a page loads dozens
 * of these. `always` is the full set for all other responses, including those to unknown paths and malformed requests.
 * The headers are computed once, because helmet would rebuild them for every response.
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
  // Allow GIFs even if the API key has been removed, because GIFs in existing messages must stay visible.
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
        // Allow inline styles, because scripts set inline styles, and one library adds a style sheet at run time.
        // Styles cannot execute code.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...gifs],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:', ...gifs],
        'connect-src': ["'self'", ...(config.giphyApiKey ? [config.giphyApiBase] : [])],
        // Allow the YouTube player, which is loaded only after a click.
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
