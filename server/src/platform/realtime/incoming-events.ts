import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { type Ack, clientEvents } from '@rivalhold/shared/contract/index.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { AppError, toAppError } from '../errors.ts';
import { isSuspicious } from '../http/server.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan, type Tracing } from '../observability/tracing.ts';
import type { ReadOnlyMode } from '../read-only.ts';
import { assertNotMuted } from '../security/account-restrictions.ts';
import { rateLimitAddress } from '../security/client-address.ts';
import { RATE_LIMITS, type RateLimits } from '../security/rate-limits.ts';
import type { Sessions } from '../security/sessions.ts';
import type { SiteSocket } from './cluster-adapter.ts';
import type { SocketCounter } from './socket-counter.ts';
import {
  type ClientEvent,
  filterAcknowledgement,
  type Handler,
  isContentEvent,
  isWriteEvent,
  validatePayload,
} from './socket-events.ts';

/** Called with the error if an event is rejected or its handler fails. */
export type OnRejected = (socketId: string, refusal: EventError) => void;
type EventError = { code: ErrorCode; message: string; retryAfter?: number };
type AnyAck = (answer: Ack<object>) => void;

export type IncomingEventsDeps = {
  sessions: Sessions;
  clock: Clock;
  limits: RateLimits;
  metrics: Metrics;
  tracing: Tracing | null;
  log: Logger;
  /** Return the session token in the cookies of a handshake request. Return null if there is none. */
  readToken: (request: IncomingMessage) => string | null;
  /** Report whether a handshake request has this site's `Origin` header or no `Origin` header. */
  isOwnOrigin: (request: IncomingMessage) => boolean;
  addressOf: (request: IncomingMessage) => string;
  readOnly: Pick<ReadOnlyMode, 'assertWritable'>;
};

/** Return the name of the room that has all sockets of a player. */
export const userRoom = (userId: number): string => `user:${userId}`;

/** Handles Socket.IO handshakes and the events that clients send. */
export class IncomingEvents {
  readonly #deps: IncomingEventsDeps;
  readonly #connections: SocketCounter;
  readonly #joinRooms: (socket: SiteSocket) => Promise<void>;
  readonly #handlers = new Map<string, { handle: Handler<ClientEvent>; rejected: OnRejected | undefined }>();

  constructor(
    deps: IncomingEventsDeps,
    connections: SocketCounter,
    joinRooms: (socket: SiteSocket) => Promise<void>,
  ) {
    this.#deps = deps;
    this.#connections = connections;
    this.#joinRooms = joinRooms;
  }

  /** Register the handler of a client event. The result of the handler is sent as the acknowledgement. */
  on<E extends ClientEvent>(event: E, handler: Handler<E>, rejected?: OnRejected): void {
    this.#handlers.set(event, { handle: handler as unknown as Handler<ClientEvent>, rejected });
  }

  /**
   * Check the origin and the rate limit of a handshake, and call `answer` with the result. If the checks are not
   * possible because a service is down, call `onUnavailable` instead.
   */
  async authorizeHandshake(
    request: IncomingMessage,
    answer: (error: string | null, allowed: boolean) => void,
    onUnavailable: (error: AppError) => void,
  ): Promise<void> {
    try {
      if (!this.#deps.isOwnOrigin(request)) throw new AppError('origin');
      const session = await this.#deps.sessions.find(this.#deps.readToken(request));
      if (session) await this.#deps.limits.consume(RATE_LIMITS.handshakePlayer, session.user.id);
      else
        await this.#deps.limits.consume(
          RATE_LIMITS.handshake,
          rateLimitAddress(this.#deps.addressOf(request)),
        );
      answer(null, true);
    } catch (error) {
      const known = this.#toAppError(error, 'handshake');
      if (known.code === 'unavailable') return onUnavailable(known);
      this.#recordRefusal(known, request);
      answer(known.code, false);
    }
  }

  /** Set the session of a new socket, or reject the socket. */
  async authenticate(socket: SiteSocket, next: (error?: Error) => void): Promise<void> {
    try {
      const session = await this.#deps.sessions.find(this.#deps.readToken(socket.request));
      if (!session) throw new AppError('unauthenticated');
      if (this.#connections.isFull(session.user.id)) throw new AppError('tooOften');
      socket.data.session = session;
      await this.#joinRooms(socket);
      next();
    } catch (error) {
      const known = this.#toAppError(error, 'handshake');
      this.#recordRefusal(known, socket.request);
      next(new Error(known.code));
    }
  }

  /** Register an authenticated socket and its event handlers. */
  onConnection(socket: SiteSocket): void {
    const { session } = socket.data;
    // Check the number of sockets again, because several sockets can be authenticated concurrently.
    if (this.#connections.isFull(session.user.id)) return void socket.disconnect(true);
    socket.on('disconnect', () => this.#connections.socketClosed(session.user.id));
    this.#connections.socketOpened(session.user.id, socket.id);
    // Check the session again later, because a cached session can be up to a second out of date.
    setTimeout(() => void this.checkSession(socket), LIMITS.session.cacheMs).unref();
    // Without this handler, an error caused by a malformed packet would end the process. Socket.IO itself closes the
    // connection.
    socket.on('error', (error) => this.#deps.log.debug({ err: error }, 'socket'));
    socket.use((packet, next) => {
      const [event, sent] = packet as unknown as [unknown, unknown];
      // Clients can leave out the payload. In this case, use an empty payload.
      const payload = sent === undefined || typeof sent === 'function' ? {} : sent;
      // The acknowledgement callback, if there is one, is always the last argument.
      const ack: unknown = packet.at(-1);
      void this.#receive(socket, event, payload, typeof ack === 'function' ? (ack as AnyAck) : undefined);
      // Let Socket.IO continue. It finds no listeners for client events, because `#receive` handles them.
      next();
    });
  }

  /** Update the session of a socket, or close the socket if the session has ended. */
  async checkSession(socket: SiteSocket): Promise<void> {
    const { sessions, log } = this.#deps;
    try {
      const session = await sessions.findByHash(socket.data.session.tokenHash);
      if (session) socket.data.session = session;
      else socket.disconnect(true);
    } catch (error) {
      log.warn({ err: error }, 'checking the session of a socket failed');
      // Close the connection without a disconnect packet, so that the client reconnects. The handshake then
      // checks its session.
      socket.conn.close();
    }
  }

  async #receive(
    socket: SiteSocket,
    name: unknown,
    payload: unknown,
    ack: AnyAck | undefined,
  ): Promise<void> {
    const event = typeof name === 'string' && Object.hasOwn(clientEvents, name) ? name : 'unknown';
    const begun = performance.now();
    const end = (outcome: 'ok' | 'refused' | 'failed') =>
      this.#deps.metrics.recordEvent(event, outcome, (performance.now() - begun) / 1_000);
    try {
      const span = { name: `socket ${event}`, attributes: {} };
      const answer = await inSpan(this.#deps.tracing, 'event', span, () =>
        this.#handle(socket, name, payload),
      );
      end('ok');
      ack?.({ ok: true, ...answer });
    } catch (error) {
      const { isServerFailure, code, message, retryAfter } = this.#toAppError(error, 'socket event');
      if (!isServerFailure) this.#deps.metrics.recordRefusal(code, 'socket');
      const refusal = { code, message, ...(retryAfter !== undefined && { retryAfter }) };
      end(isServerFailure ? 'failed' : 'refused');
      if (typeof name === 'string') this.#handlers.get(name)?.rejected?.(socket.id, refusal);
      ack?.({ ok: false, ...refusal });
    }
  }

  async #handle(socket: SiteSocket, name: unknown, payload: unknown): Promise<object> {
    const { limits, sessions } = this.#deps;
    const cached = socket.data.session;
    // Even rejecting events costs resources, so disconnect a client that keeps sending. Log only the first rejection.
    // More rejections can follow, for events that the client sent before it was disconnected.
    await limits.consume(RATE_LIMITS.socketFlood, cached.user.id).catch((error) => {
      if (socket.connected) this.#logRefusal(error, socket.request);
      socket.disconnect(true);
      throw error;
    });
    await limits.consume(RATE_LIMITS.socketEvent, cached.user.id);
    const session = await sessions.findByHash(cached.tokenHash);
    if (!session) {
      socket.disconnect(true);
      throw new AppError('unauthenticated');
    }
    socket.data.session = session;
    const event = typeof name === 'string' ? name : '';
    const handler = this.#handlers.get(event);
    if (!handler) throw new AppError('notFound', 'Unknown event.');
    if (isWriteEvent(event)) this.#deps.readOnly.assertWritable();
    if (isContentEvent(event)) assertNotMuted(session.user, this.#deps.clock.now());
    validatePayload(event, payload);
    return filterAcknowledgement(event, await handler.handle(session, payload as never, socket.id));
  }

  /** Count a rejected connection, and log it if it is suspicious. */
  #recordRefusal(error: AppError, request: IncomingMessage): void {
    if (error.status < 500) this.#deps.metrics.recordRefusal(error.code, 'socket');
    if (isSuspicious(error)) this.#logRefusal(error, request);
  }

  #logRefusal({ code, limit }: AppError, request: IncomingMessage): void {
    this.#deps.log.info({ code, limit, address: this.#deps.addressOf(request) }, 'connection refused');
  }

  #toAppError(error: unknown, doing: 'handshake' | 'socket event'): AppError {
    const known = toAppError(error) ?? new AppError('internal');
    if (known.isServerFailure) this.#deps.log.error({ err: error }, `${doing} failed`);
    return known;
  }
}
