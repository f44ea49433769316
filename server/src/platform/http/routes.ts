import { finished } from 'node:stream/promises';
import type {
  Body,
  Params,
  QueryWithDefaults,
  Reply,
  Route,
  Routes,
} from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ROLE_RANKS } from '@rivalhold/shared/roles.ts';
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import Type from 'typebox';
import { column } from '../db/columns.ts';
import {
  type Db,
  type DbOrTx,
  queryExists,
  queryFirst,
  queryValue,
  sql,
  type Tx,
  transaction,
} from '../db/db.ts';
import { AppError, invalidFieldsError } from '../errors.ts';
import { uploadDigest } from '../media/uploads.ts';
import { assertNotMuted } from '../security/account-restrictions.ts';
import { rateLimitAddress } from '../security/client-address.ts';
import { createOriginCheck } from '../security/origin-check.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import { sign } from '../security/secrets.ts';
import type { Session } from '../security/sessions.ts';
import { assertStaffOpen, assertStepUp } from '../security/step-up.ts';
import type { Site } from '../site.ts';
import { entityTag, hasCurrent } from './conditional.ts';
import { hasUnstorableText } from './schema.ts';
import { type Http, renewCsrf } from './server.ts';

type SessionOf<R extends Route> = R['access'] extends 'guest' ? Session | null : Session;
/**
 * The arguments of a handler. If the request has an idempotency key, `db` is the open transaction. On upload routes and
 * `steps` routes (see `Route.idempotent`), `db` is always the database.
 */
export type Call<R extends Route> = {
  db: DbOrTx;
  /**
   * Database for reads that tolerate slightly outdated data. For a player who has just changed something, this is the
   * primary.
   */
  reads: Db;
  session: SessionOf<R>;
  params: Params<R>;
  query: QueryWithDefaults<R>;
  body: Body<R>;
  request: FastifyRequest;
  reply: FastifyReply;
  /**
   * Stores the response for the idempotency key. Handlers of upload routes and `steps` routes must call it in their
   * last transaction.
   */
  commitResponse: CommitResponse;
};
export type CommitResponse = (tx: Tx, answer: unknown) => Promise<void>;
/** A response that the handler has already serialized to JSON, with the serializer of its schema. */
export class PreSerialized {
  readonly bytes: Buffer;

  constructor(json: string | Buffer) {
    this.bytes = typeof json === 'string' ? Buffer.from(json) : json;
  }
}
/** A pre-serialized response that is the same for all guests. A client that already has it gets status 304. */
export class CacheableResponse extends PreSerialized {
  readonly tag: string;

  constructor(json: string | Buffer) {
    super(json);
    this.tag = entityTag(this.bytes);
  }
}
export type Handlers<T extends Routes> = {
  [K in keyof T]: (call: Call<T[K]>) => Promise<Reply<T[K]> | PreSerialized>;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Error message for a field whose value PostgreSQL cannot store. */
export const UNSTORABLE_TEXT = 'This text contains characters that cannot be stored.';
const KEY_PATTERN = /^[\x21-\x7e]{1,128}$/;

/**
 * Register every route of a contract with its handler. The common checks run in this order: session (401); origin, CSRF
 * token, role and second factor (403); read-only mode (503); mute (403); rate limit (429); validation (400).
 */
export function registerRoutes<T extends Routes>(
  http: Http,
  site: Site,
  contract: T,
  handlers: Handlers<T>,
): void {
  const isOwn = createOriginCheck(site.config);
  for (const [key, route] of Object.entries(contract)) {
    const [method, path] = key.split(' ') as [HTTPMethods, string];
    const isRead = SAFE_METHODS.has(method);
    const handler = handlers[key] as unknown as (call: Call<Route>) => Promise<unknown>;
    http.app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { label: route.label },
      schema: {
        summary: route.summary,
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        response: { [route.status ?? 200]: route.reply },
      },
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (!route.impersonal) await loadSession(http, site, request, reply);
        if (!request.session && route.access !== 'guest') throw new AppError('unauthenticated');
        if (!isRead) {
          if (!isOwn(request.raw)) throw new AppError('origin');
          await verifyCsrf(http, request, reply);
        }
        const { access } = route;
        if (
          request.session &&
          access !== 'guest' &&
          ROLE_RANKS[request.session.user.role] < ROLE_RANKS[access]
        )
          throw new AppError('forbidden');
        if (request.session && (access === 'moderator' || access === 'admin'))
          assertStaffOpen(site, request.session.user);
        if (request.session && route.stepUp) await assertStepUp(site, request.session);
        if (!isRead && !route.worksReadOnly) site.readOnly.assertWritable();
        if (route.requiresUnmuted && request.session) assertNotMuted(request.session.user, site.clock.now());
        // Responses that are the same for everyone are cheap, so their requests do not count towards the rate limit.
        if (!route.impersonal) await countRequest(site, request, isRead ? 'read' : 'write');
        if (isRead) return;
        if (site.reads.hasReplica) http.cookies.markWrite(reply);
      },
      preValidation: async (request) => {
        if (!route.upload && request.isMultipart()) throw new AppError('mediaType');
        for (const sent of [request.params, request.query, request.body]) throwIfUnstorable(sent);
        if (!route.body && !route.upload && !isEmpty(request.body))
          throw new AppError('invalid', 'This call takes no body.');
      },
      handler: async (request, reply) => {
        // Do not run handlers for HEAD, because no client needs the headers, and some GET handlers change data, for
        // example the handler that starts a fight.
        if (request.method === 'HEAD') return reply.send();
        reply.code(route.status ?? 200);
        const work = (db: DbOrTx, commitResponse: CommitResponse = async () => {}) =>
          handler({
            commitResponse,
            db,
            reads: http.cookies.hasRecentWrite(request.cookies) ? site.db : site.reads.db,
            session: request.session as never,
            params: request.params as never,
            query: request.query as never,
            body: request.body as never,
            request,
            reply,
          });
        const idempotencyKey = route.idempotent && request.headers['idempotency-key'];
        if (!idempotencyKey || !request.session) return toPayload(reply, await work(site.db));
        const idempotentRequest = parseIdempotencyKey(
          site,
          [key, route],
          String(idempotencyKey),
          request,
          request.session.user.id,
        );
        return route.upload || route.idempotent === 'steps'
          ? withIdempotencyKeyInSteps(site, idempotentRequest, request, work)
          : withIdempotencyKey(site, idempotentRequest, work);
      },
    });
  }
}

/** Send a pre-serialized response unchanged. Return any other response, which Fastify then serializes. */
function toPayload(reply: FastifyReply, answer: unknown): unknown {
  if (!(answer instanceof PreSerialized)) return answer;
  if (answer instanceof CacheableResponse && hasCurrent(reply, answer.tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(answer.bytes);
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

/**
 * Throw AppError `invalid` if a value contains text that cannot be stored. If the text is in the value of a field, the
 * error names this field.
 */
function throwIfUnstorable(sent: unknown): void {
  if (!hasUnstorableText(sent)) return;
  const field = Object.entries(sent as object).find(([, value]) => hasUnstorableText(value))?.[0];
  throw field === undefined ? new AppError('invalid') : invalidFieldsError({ [field]: UNSTORABLE_TEXT });
}

/**
 * Set `request.session`. If an extension is due, extend the session, renew the CSRF token, and call `onVisit` of each
 * feature. Delete the session cookie if the session has ended.
 */
export async function loadSession(
  http: Http,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = request.cookies[http.cookies.session];
  if (!token) return;
  request.session = await site.sessions.find(token);
  if (!request.session) return http.cookies.clearSession(reply);
  if (site.readOnly.state === null && (await site.sessions.extend(request.session))) {
    http.cookies.setSession(reply, token, request.session.remember);
    renewCsrf(http.cookies, reply, request.session.tokenHash);
    for (const { onVisit } of site.features) await onVisit?.(site.db, site, request.session.user.id);
  }
}

/** Throw AppError `csrf` if the request does not have the CSRF token of its session. */
export function verifyCsrf(http: Http, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return new Promise((resolve, reject) => {
    // The plugin reports an error by calling `reply.send`. Reject with this error instead, so that the usual error
    // handler responds.
    const answer = Object.create(reply, { send: { value: reject } }) as FastifyReply;
    http.app.csrfProtection(request, answer, () => resolve());
  });
}

/**
 * Count a request towards a rate limit: the player's limit, or, for a guest, the limit for the client's address. `kind`
 * selects the limit for reads or for writes.
 */
export async function countRequest(
  site: Site,
  request: FastifyRequest,
  kind: 'read' | 'write',
): Promise<void> {
  const limits = request.session
    ? RATE_LIMITS
    : { read: RATE_LIMITS.guestRead, write: RATE_LIMITS.guestWrite };
  await site.limits.consume(limits[kind], rateLimitKey(request));
}

/**
 * Find content by its id for a request. A request that finds nothing counts towards a rate limit, so that clients
 * cannot try many ids to find hidden content.
 * @throws AppError `tooOften` if the limit is exceeded
 */
export async function findCounted<T>(
  site: Site,
  request: FastifyRequest,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const key = rateLimitKey(request);
  await site.limits.check(RATE_LIMITS.missing, key);
  const found = await find();
  // Concurrent requests can all pass the check above. If together they exceed the limit, this call throws `tooOften`,
  // so that the client does not learn that the id was not found.
  if (found === null) await site.limits.consume(RATE_LIMITS.missing, key);
  return found;
}

/** Return the key by which rate limits count a client: a player's id, or a guest's address. */
export const rateLimitKey = ({ session, ip }: FastifyRequest): string | number =>
  session?.user.id ?? rateLimitAddress(ip);

/**
 * A request with an idempotency key. `requestHash` returns a hash of the route, the path parameters and the body. For
 * an upload, it first reads the rest of the body.
 */
type IdempotentRequest = { userId: number; key: string; route: string; requestHash: () => Promise<string> };
/** The response can be that of any route. It is sent without being read. */
const StoredResponse = Type.Object({ route: column.text, request_hash: column.text, answer: Type.Unknown() });

/**
 * Parse an idempotency key.
 * @throws AppError `invalid` if the key is malformed
 */
function parseIdempotencyKey(
  site: Site,
  [route, { upload, label = route }]: [string, Route],
  key: string,
  request: FastifyRequest,
  userId: number,
): IdempotentRequest {
  if (!KEY_PATTERN.test(key))
    throw new AppError('invalid', undefined, {
      errors: { 'Idempotency-Key': 'Use 1 to 128 printable ASCII characters, without spaces' },
    });
  const requestHash = async () => {
    const body = upload ? await uploadDigest(site, request, userId) : (request.body ?? null);
    // Use a keyed hash. With a plain hash, an attacker who reads the database could find a secret with few
    // possible values, such as a move in a fight, by trying all of them.
    return sign(site.config.sessionSecret, JSON.stringify(['idempotency', route, request.params, body]));
  };
  return { userId, key, route: label, requestHash };
}

/**
 * Return the response that is stored for an idempotency key.
 * @throws AppError `invalid` if the key was used for a different call
 */
async function findStoredResponse(
  db: DbOrTx,
  idempotentRequest: IdempotentRequest,
  now: Date,
): Promise<{ answer: unknown } | undefined> {
  const stored = await queryFirst(
    db,
    StoredResponse,
    sql`select route, request_hash, response as answer from idempotency_keys
     where user_id = ${idempotentRequest.userId} and key = ${idempotentRequest.key}
       and created_at > ${new Date(now.getTime() - LIMITS.idempotencyMs)}`,
  );
  if (
    stored &&
    (stored.route !== idempotentRequest.route ||
      stored.request_hash !== (await idempotentRequest.requestHash()))
  )
    throw new AppError('invalid', 'This Idempotency-Key was already used for another call.');
  return stored;
}

/**
 * Store a response. If an expired response has the same key, replace it.
 * @throws AppError `inProgress` if a concurrent call with the same key has stored a response
 */
async function storeResponse(
  tx: Tx,
  idempotentRequest: IdempotentRequest,
  answer: unknown,
  now: Date,
): Promise<void> {
  const isStored = await queryExists(
    tx,
    sql`insert into idempotency_keys as k (user_id, key, route, request_hash, response, created_at)
     values (${idempotentRequest.userId}, ${idempotentRequest.key}, ${idempotentRequest.route}, ${await idempotentRequest.requestHash()},
       ${JSON.stringify(answer)}, ${now})
     on conflict (user_id, key) do update
       set route = excluded.route, request_hash = excluded.request_hash,
           response = excluded.response, created_at = excluded.created_at
       where k.created_at <= ${new Date(now.getTime() - LIMITS.idempotencyMs)}
     returning key`,
  );
  if (!isStored) throw new AppError('inProgress');
}

/**
 * Run `work` once for an idempotency key, and return its response. A retry gets the stored response. The
 * changes and the response are stored in one transaction, so that a crash cannot store one without the other.
 * @throws AppError `inProgress` while another call with the key is running
 * @throws AppError `invalid` if the key was used for a different call
 */
async function withIdempotencyKey(
  site: Site,
  idempotentRequest: IdempotentRequest,
  work: (db: DbOrTx) => Promise<unknown>,
): Promise<unknown> {
  return transaction(site.db, async (tx) => {
    const lock = `idempotency:${idempotentRequest.userId}:${idempotentRequest.key}`;
    const isHeld = await queryValue(
      tx,
      column.boolean,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0))`,
    );
    if (!isHeld) throw new AppError('inProgress');
    const now = site.clock.now();
    const stored = await findStoredResponse(tx, idempotentRequest, now);
    if (stored) return stored.answer;
    const answer = await work(tx);
    await storeResponse(tx, idempotentRequest, answer, now);
    return answer;
  });
}

/**
 * Run `work` like `withIdempotencyKey`, for work that takes too long for one transaction, such as an upload. `work`
 * stores its response in its last transaction. If two calls run concurrently, the call that finishes second is
 * rejected, and its last transaction is rolled back.
 */
async function withIdempotencyKeyInSteps(
  site: Site,
  idempotentRequest: IdempotentRequest,
  request: FastifyRequest,
  work: (db: DbOrTx, commitResponse: CommitResponse) => Promise<unknown>,
): Promise<unknown> {
  const now = site.clock.now();
  const stored = await findStoredResponse(site.db, idempotentRequest, now);
  if (!stored) return work(site.db, (tx, answer) => storeResponse(tx, idempotentRequest, answer, now));
  // Read the rest of the request, because a browser reads the response only after it has sent the whole file.
  request.raw.resume();
  await finished(request.raw);
  return stored.answer;
}
