import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import {
  type Ack,
  type ClientToServer,
  clientEvents,
  type ServerToClient,
  serverEvents,
} from '@rivalhold/shared/contract/index.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { Static } from 'typebox';
import { limitedAddress } from './address.ts';
import type { Tx } from './db/db.ts';
import { AppError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './rate-limits.ts';
import { compileExact, compileFilter, fieldErrors, holdsNul } from './schema.ts';
import type { Session, Sessions } from './sessions.ts';

export type ClientEvent = keyof typeof clientEvents;
export type ServerEvent = keyof typeof serverEvents;
type Payload<E extends ClientEvent> = Static<(typeof clientEvents)[E]['payload']>;
type Answer<E extends ClientEvent> = Static<(typeof clientEvents)[E]['reply']>;
type Handler<E extends ClientEvent> = (session: Session, payload: Payload<E>) => Promise<Answer<E>>;
type SocketData = { session: Session };
type SiteSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

export type RealtimeDeps = {
  sessions: Sessions;
  limits: RateLimits;
  metrics: Metrics;
  log: Logger;
  redis: Redis | null;
  /** The session's token in a handshake's cookies. */
  readToken: (request: IncomingMessage) => string | null;
  /** Whether a handshake comes from the site's own pages. */
  isOwnOrigin: (request: IncomingMessage) => boolean;
  addressOf: (request: IncomingMessage) => string;
};

/** Longest event a client may send, in bytes. */
const MAX_EVENT_BYTES = 64 * 1024;
const userRoom = (userId: number): string => `user:${userId}`;
const sessionRoom = (sessionId: number): string => `session:${sessionId}`;

/** Sockets: who may open one, what a client may say, and what the site says to whom. */
export class Realtime {
  readonly #deps: RealtimeDeps;
  readonly #io: Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
  readonly #handlers = new Map<string, Handler<ClientEvent>>();
  readonly #validate = new Map(
    Object.entries(clientEvents).map(([name, { payload }]) => [name, compileExact(payload)]),
  );
  readonly #answer = new Map<string, (value: unknown) => object>(
    Object.entries(clientEvents).map(([name, { reply }]) => [
      name,
      compileFilter(reply) as (value: unknown) => object,
    ]),
  );
  readonly #filter = new Map<string, (value: unknown) => unknown>(
    Object.entries(serverEvents).map(([name, schema]) => [
      name,
      compileFilter(schema) as (value: unknown) => unknown,
    ]),
  );

  constructor(deps: RealtimeDeps) {
    this.#deps = deps;
    this.#io = new Server({
      serveClient: false,
      maxHttpBufferSize: MAX_EVENT_BYTES,
      pingInterval: 10_000,
      pingTimeout: 15_000,
      allowRequest: (request, answer) => void this.#admit(request, answer),
      ...(deps.redis && { adapter: createAdapter(deps.redis) }),
    });
    this.#io.use((socket, next) => void this.#identify(socket, next));
    this.#io.on('connection', (socket) => this.#welcome(socket));
    deps.sessions.onEnd = (ids) => this.#io.in(ids.map(sessionRoom)).disconnectSockets(true);
    deps.metrics.gauge(
      'rivalhold_open_sockets',
      'Sockets open on this node.',
      () => this.#io.engine?.clientsCount ?? 0,
    );
  }

  attach(server: HttpServer): void {
    this.#io.attach(server);
  }

  /** What is done when a client sends `event`; what it returns is the acknowledgement. */
  on<E extends ClientEvent>(event: E, handler: Handler<E>): void {
    this.#handlers.set(event, handler as unknown as Handler<ClientEvent>);
  }

  /** Tells players something about stored state, in every tab they have open, once it is committed. */
  emit<E extends ServerEvent>(
    tx: Tx,
    userIds: readonly number[],
    event: E,
    payload: Static<(typeof serverEvents)[E]>,
  ): void {
    tx.afterCommit(() => this.emitMayBeLost(userIds, event, payload));
  }

  /** Tells everybody signed in something about stored state, once it is committed. */
  emitToAll<E extends ServerEvent>(tx: Tx, event: E, payload: Static<(typeof serverEvents)[E]>): void {
    tx.afterCommit(() => this.#send(this.#io, event, payload));
  }

  /** Tells players something that no state depends on. */
  emitMayBeLost<E extends ServerEvent>(
    userIds: readonly number[],
    event: E,
    payload: Static<(typeof serverEvents)[E]>,
  ): void {
    // To no rooms would be to everybody.
    if (userIds.length > 0) this.#send(this.#io.to(userIds.map(userRoom)), event, payload);
  }

  #send<E extends ServerEvent>(to: unknown, event: E, payload: Static<(typeof serverEvents)[E]>): void {
    (to as { emit(name: string, value: unknown): void }).emit(event, this.#filter.get(event)?.(payload));
  }

  async close(): Promise<void> {
    this.#io.disconnectSockets(true);
    await this.#io.close();
  }

  async #admit(
    request: IncomingMessage,
    answer: (error: string | null, allowed: boolean) => void,
  ): Promise<void> {
    try {
      if (!this.#deps.isOwnOrigin(request)) return answer('origin', false);
      await this.#deps.limits.consume('handshake', limitedAddress(this.#deps.addressOf(request)));
      answer(null, true);
    } catch (error) {
      answer(this.#refusal(error, 'handshake').code, false);
    }
  }

  async #identify(socket: SiteSocket, next: (error?: Error) => void): Promise<void> {
    try {
      const token = this.#deps.readToken(socket.request);
      const session = token ? await this.#deps.sessions.find(token) : null;
      if (!session) return next(new Error('unauthenticated'));
      socket.data.session = session;
      next();
    } catch (error) {
      next(new Error(this.#refusal(error, 'handshake').code));
    }
  }

  #welcome(socket: SiteSocket): void {
    const { session } = socket.data;
    void socket.join([userRoom(session.user.id), sessionRoom(session.id)]);
    // Its session was one kept for up to a second: had it ended meanwhile, nothing else would end this socket.
    setTimeout(() => void this.#recheck(socket), LIMITS.session.cacheMs).unref();
    // A packet that cannot be read ends the connection; it must not end the process.
    socket.on('error', (error) => this.#deps.log.debug({ err: error }, 'socket'));
    socket.use((packet, next) => {
      const [event, payload, last] = packet as unknown as [unknown, unknown, unknown];
      const ack = packet.length > 2 ? last : typeof payload === 'function' ? payload : undefined;
      void this.#receive(socket, event, payload, typeof ack === 'function' ? (ack as AnyAck) : undefined);
      // Everything is done above; nothing listens beneath.
      next();
    });
  }

  async #recheck(socket: SiteSocket): Promise<void> {
    const live = await this.#deps.sessions.findByHash(socket.data.session.tokenHash).catch(() => true);
    if (!live) socket.disconnect(true);
  }

  async #receive(
    socket: SiteSocket,
    name: unknown,
    payload: unknown,
    ack: AnyAck | undefined,
  ): Promise<void> {
    const end = this.#deps.metrics.events.startTimer({
      event: typeof name === 'string' && Object.hasOwn(clientEvents, name) ? name : 'unknown',
    });
    try {
      const answer = await this.#handle(socket, name, payload);
      end({ outcome: 'ok' });
      ack?.({ ok: true, ...answer });
    } catch (error) {
      end({ outcome: 'refused' });
      ack?.({ ok: false, ...this.#refusal(error, 'socket event') });
    }
  }

  async #handle(socket: SiteSocket, name: unknown, payload: unknown): Promise<object> {
    const { limits, sessions } = this.#deps;
    const kept = socket.data.session;
    await limits.consume('socketEvent', kept.user.id);
    const session = await sessions.findByHash(kept.tokenHash);
    if (!session) {
      socket.disconnect(true);
      throw new AppError('unauthenticated');
    }
    socket.data.session = session;
    const handler = typeof name === 'string' ? this.#handlers.get(name) : undefined;
    const validate = typeof name === 'string' ? this.#validate.get(name) : undefined;
    if (!handler || !validate) throw new AppError('notFound', 'Unknown event.');
    if (!validate(payload) || holdsNul(payload))
      throw new AppError('invalid', undefined, { errors: fieldErrors(validate.errors) });
    const answer = await handler(session, payload as never);
    return this.#answer.get(name as string)?.(answer) ?? {};
  }

  #refusal(error: unknown, doing: 'handshake' | 'socket event'): { code: ErrorCode; message: string } {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    this.#deps.log.error({ err: error }, `${doing} failed`);
    const internal = new AppError('internal');
    return { code: internal.code, message: internal.message };
  }
}

type AnyAck = (answer: Ack<object>) => void;
