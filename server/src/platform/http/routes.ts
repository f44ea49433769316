import { createHash } from 'node:crypto';
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
import { AppError } from '../errors.ts';
import { uploadDigest } from '../media/uploads.ts';
import { assertNotMuted } from '../security/account-restrictions.ts';
import { createOriginCheck } from '../security/origin-check.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import type { Session } from '../security/sessions.ts';
import type { Site } from '../site.ts';
import { rateLimitAddress } from './client-address.ts';
import { containsNul } from './schema.ts';
import { type Http, renewCsrf } from './server.ts';

type SessionOf<R extends Route> = R['access'] extends 'guest' ? Session | null : Session;
/** What a handler is given. `db` is a `Tx` when the answer is to be kept for an idempotency key. */
export type Call<R extends Route> = {
  db: DbOrTx;
  /** For what may be a moment old; it is not for who has just written. */
  reads: Db;
  session: SessionOf<R>;
  params: Params<R>;
  query: QueryWithDefaults<R>;
  body: Body<R>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Of an upload or a call in steps: stores its answer for an idempotency key, with the last that it stores. */
  commitResponse: CommitResponse;
};
export type CommitResponse = (tx: Tx, answer: unknown) => Promise<void>;
/** An answer that stands as JSON already, put together from what the serializer of its schema wrote. */
export class PreSerialized {
  readonly bytes: Buffer;

  constructor(json: string | Buffer) {
    this.bytes = typeof json === 'string' ? Buffer.from(json) : json;
  }
}
export type Handlers<T extends Routes> = {
  [K in keyof T]: (call: Call<T[K]>) => Promise<Reply<T[K]> | PreSerialized>;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const KEY_PATTERN = /^[\x21-\x7e]{1,128}$/;

/**
 * Registers every route of a contract with its handler. What holds for all stands here, in this order: 401, 403 (origin,
 * CSRF), 403 (role), 429, 400.
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
        if (route.requiresUnmuted && request.session) assertNotMuted(request.session.user, site.clock.now());
        // What is the same for all costs nothing to answer, and is nobody's to use up.
        if (!route.impersonal) await countRequest(site, request, isRead ? 'read' : 'write');
        if (isRead) return;
        if (site.reads.isDivided) http.cookies.markWrite(reply);
      },
      preValidation: async (request) => {
        if (!route.upload && request.isMultipart()) throw new AppError('mediaType');
        if (containsNul(request.body) || containsNul(request.query) || containsNul(request.params))
          throw new AppError('invalid');
        if (!route.body && !route.upload && !isEmpty(request.body))
          throw new AppError('invalid', 'This call takes no body.');
      },
      handler: async (request, reply) => {
        reply.code(route.status ?? 200);
        const work = (db: DbOrTx, keep: CommitResponse = async () => {}) =>
          handler({
            commitResponse: keep,
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
        const named = parseIdempotencyKey(
          [key, route],
          String(idempotencyKey),
          request,
          request.session.user.id,
        );
        return route.upload || route.idempotent === 'steps'
          ? withIdempotencyKeyInSteps(site, named, request, work)
          : withIdempotencyKey(site, named, work);
      },
    });
  }
}

/** What is to be sent: what is written is sent as it is, anything else is serialised. */
const toPayload = (reply: FastifyReply, answer: unknown): unknown =>
  answer instanceof PreSerialized ? reply.type('application/json; charset=utf-8').send(answer.bytes) : answer;

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

/** Finds who is calling, and moves the session's end on when it is due. */
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
  if (await site.sessions.extend(request.session)) {
    http.cookies.setSession(reply, token, request.session.remember);
    renewCsrf(http.cookies, reply, request.session.tokenHash);
  }
}

/** @throws AppError csrf without the token of this session. */
export function verifyCsrf(http: Http, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return new Promise((resolve, reject) => {
    // The plugin answers by itself through `send`; here the error goes the way of all errors.
    const answer = Object.create(reply, { send: { value: reject } }) as FastifyReply;
    http.app.csrfProtection(request, answer, () => resolve());
  });
}

/** Counts a call, of its player or of a guest's address; the one read that begins a fight is a write. */
export async function countRequest(
  site: Site,
  request: FastifyRequest,
  kind: 'read' | 'write',
): Promise<void> {
  if (request.session) await site.limits.consume(RATE_LIMITS[kind], request.session.user.id);
  else
    await site.limits.consume(
      kind === 'read' ? RATE_LIMITS.guestRead : RATE_LIMITS.guestWrite,
      rateLimitAddress(request.ip),
    );
}

/** `requestHash` of an upload is known once all of it has come in; to ask for it before reads it to its end. */
type IdempotentRequest = { userId: number; key: string; route: string; requestHash: () => Promise<string> };
type StoredResponse = { route: string; request_hash: string; answer: unknown };

/** @throws AppError invalid for a key that is none. */
function parseIdempotencyKey(
  [route, { upload }]: [string, Route],
  key: string,
  request: FastifyRequest,
  userId: number,
): IdempotentRequest {
  if (!KEY_PATTERN.test(key))
    throw new AppError('invalid', undefined, {
      errors: { 'Idempotency-Key': 'At most 128 visible characters' },
    });
  const requestHash = async () => {
    const body = upload ? await uploadDigest(request) : (request.body ?? null);
    return createHash('sha256')
      .update(JSON.stringify([request.params, body]))
      .digest('hex');
  };
  return { userId, key, route, requestHash };
}

/** The answer that is kept for a key. @throws AppError invalid where it was given to another call. */
async function findStoredResponse(
  db: DbOrTx,
  named: IdempotentRequest,
  now: Date,
): Promise<{ answer: unknown } | undefined> {
  const stored = await queryFirst<StoredResponse>(
    db,
    sql`select route, request_hash, response as answer from idempotency_keys
     where user_id = ${named.userId} and key = ${named.key}
       and created_at > ${new Date(now.getTime() - LIMITS.idempotencyMs)}`,
  );
  if (stored && (stored.route !== named.route || stored.request_hash !== (await named.requestHash())))
    throw new AppError('invalid', 'This Idempotency-Key was already used for another call.');
  return stored;
}

/** Keeps an answer, in place of one that is too old. @throws AppError inProgress where another call has kept one. */
async function storeResponse(tx: Tx, named: IdempotentRequest, answer: unknown, now: Date): Promise<void> {
  const isStored = await queryExists(
    tx,
    sql`insert into idempotency_keys as k (user_id, key, route, request_hash, response, created_at)
     values (${named.userId}, ${named.key}, ${named.route}, ${await named.requestHash()},
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
 * Does `work` once for an idempotency key: what it did and its answer are stored in one transaction, so a crash in
 * between leaves neither, and a retry gets the stored answer.
 * @throws AppError inProgress while the first call is under way; invalid for a key used for another call.
 */
async function withIdempotencyKey(
  site: Site,
  named: IdempotentRequest,
  work: (db: DbOrTx) => Promise<unknown>,
): Promise<unknown> {
  return transaction(site.db, async (tx) => {
    const lock = `idempotency:${named.userId}:${named.key}`;
    const isHeld = await queryValue<boolean>(
      tx,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0))`,
    );
    if (!isHeld) throw new AppError('inProgress');
    const now = site.clock.now();
    const stored = await findStoredResponse(tx, named, now);
    if (stored) return stored.answer;
    const answer = await work(tx);
    await storeResponse(tx, named, answer, now);
    return answer;
  });
}

/**
 * The same for what takes too long for one transaction, as an upload does: it keeps its answer with what it stores at its
 * end. Of two at once the second to end is refused, and nothing of its end is left.
 */
async function withIdempotencyKeyInSteps(
  site: Site,
  named: IdempotentRequest,
  request: FastifyRequest,
  work: (db: DbOrTx, keep: CommitResponse) => Promise<unknown>,
): Promise<unknown> {
  const now = site.clock.now();
  const stored = await findStoredResponse(site.db, named, now);
  if (!stored) return work(site.db, (tx, answer) => storeResponse(tx, named, answer, now));
  // A browser hears the answer once it has sent all of its file.
  request.raw.resume();
  await finished(request.raw);
  return stored.answer;
}
