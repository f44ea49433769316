import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { type Ack, clientEvents } from '@rivalhold/shared/contract/index.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { limitedAddress } from './address.ts';
import { BetweenNodes, type SiteServer, type SiteSocket } from './between-nodes.ts';
import type { Clock } from './clock.ts';
import { Connections, type Follower } from './connections.ts';
import type { Tx } from './db/db.ts';
import { AppError, knownError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './rate-limits.ts';
import { refuseMuted } from './roles.ts';
import type { Sessions } from './sessions.ts';
import {
  type Audience,
  type ClientEvent,
  filterAnswer,
  filterEvent,
  type Handler,
  judgePayload,
  type ServerEvent,
  speaks,
  type Told,
} from './socket-events.ts';

/** What else is done when an event is refused. */
type Refused = (socketId: string, refusal: Refusal) => void;
type Refusal = { code: ErrorCode; message: string; retryAfter?: number };

export type RealtimeDeps = {
  sessions: Sessions;
  clock: Clock;
  limits: RateLimits;
  metrics: Metrics;
  log: Logger;
  redis: Redis | null;
  /** The session's token in a handshake's cookies. */
  readToken: (request: IncomingMessage) => string | null;
  /** Whether a handshake comes from the site's own pages. */
  isOwnOrigin: (request: IncomingMessage) => boolean;
  addressOf: (request: IncomingMessage) => string;
  /** Players who are told nothing about that one. */
  hiddenFrom: (userId: number) => Promise<number[]>;
};

/** Longest event a client may send, in bytes. */
const MAX_EVENT_BYTES = 64 * 1024;
const userRoom = (userId: number): string => `user:${userId}`;
const WATCHED = 'watch:';
const sessionRoom = (sessionId: number): string => `session:${sessionId}`;

/** Sockets: who may open one, what a client may say, and what the site says to whom. */
export class Realtime {
  readonly #deps: RealtimeDeps;
  readonly #io: SiteServer;
  /** Null where the site is one process. */
  readonly #between: BetweenNodes | null;
  readonly #connections = new Connections();
  /** How often friendships or blocks have changed, as far as this node was told. */
  #relations = 0;
  /** What is still to be told to all. */
  #toAll: Promise<void> = Promise.resolve();
  readonly #handlers = new Map<string, { handle: Handler<ClientEvent>; refused: Refused | undefined }>();

  constructor(deps: RealtimeDeps) {
    this.#deps = deps;
    this.#between = deps.redis && new BetweenNodes(deps.redis, deps.log);
    this.#io = new Server({
      serveClient: false,
      maxHttpBufferSize: MAX_EVENT_BYTES,
      pingInterval: 10_000,
      // Who is lost is to be gone for others within 30 s.
      pingTimeout: 10_000,
      allowRequest: (request, answer) => void this.#admit(request, answer),
      ...(this.#between && { adapter: this.#between.adapter() }),
    });
    this.#between?.start(this.#io, deps.sessions);
    this.#io.use((socket, next) => void this.#identify(socket, next));
    this.#io.on('connection', (socket) => this.#welcome(socket));
    this.#io.on('relationsChanged', (userIds) => this.#relationsChanged(userIds));
    deps.sessions.onEnd = (ids) => this.#io.in(ids.map(sessionRoom)).disconnectSockets(true);
    deps.metrics.gauge(
      'rivalhold_open_sockets',
      'Sockets open on this node.',
      () => this.#io.engine?.clientsCount ?? 0,
    );
  }

  attach(server: HttpServer): void {
    // What asks for another protocol elsewhere is answered by the site itself.
    this.#io.attach(server, { destroyUpgrade: false });
  }

  /** What is done when a client sends `event`; what it returns is the acknowledgement. */
  on<E extends ClientEvent>(event: E, handler: Handler<E>, refused?: Refused): void {
    this.#handlers.set(event, { handle: handler as unknown as Handler<ClientEvent>, refused });
  }

  /** From now on this socket is told of `topic`, and of none that it watched before; of none for null. */
  async watch(socketId: string, topic: string | null): Promise<void> {
    const socket = this.#io.sockets.sockets.get(socketId);
    if (!socket) return;
    for (const room of socket.rooms) if (room.startsWith(WATCHED)) await socket.leave(room);
    if (topic !== null) await socket.join(WATCHED + topic);
  }

  /** Tells players something about stored state, in every tab they have open, once it is committed. */
  emit<E extends ServerEvent>(tx: Tx, userIds: readonly number[], event: E, payload: Told<E>): void {
    tx.afterCommit(() => this.emitMayBeLost(userIds, event, payload));
  }

  /**
   * Tells everybody signed in something about stored state, once it is committed; where it is `about` players, all but
   * those in a block relation with one of them; where it has a `topic`, only those who watch that. Costs nothing while
   * nobody is connected.
   */
  emitToAll<E extends ServerEvent>(tx: Tx, event: E, payload: Told<E>, to: Audience = {}): void {
    tx.afterCommit(() => this.emitToAllMayBeLost(event, payload, to));
  }

  /** Like `emitToAll`, at once, for what no state depends on. */
  emitToAllMayBeLost<E extends ServerEvent>(
    event: E,
    payload: Told<E>,
    { about = [], topic, hidden: before }: Audience = {},
  ): void {
    if (!this.isHeard()) return;
    // One after the other, so that what happened later is also told later.
    this.#toAll = this.#toAll.then(async () => {
      try {
        const hidden =
          before && before.asOf !== null && before.asOf === this.relations()
            ? before.ids
            : (await Promise.all([about].flat().map((id) => this.#deps.hiddenFrom(id)))).flat();
        const all = topic === undefined ? this.#io : this.#io.to(WATCHED + topic);
        this.#send(all.except(hidden.map(userRoom)), event, payload);
      } catch (error) {
        this.#deps.log.error({ err: error, event }, 'event to all was not sent');
      }
    });
  }

  /** Stays the same for as long as no friendship or block changes; null where that is not known, among several nodes. */
  relations(): number | null {
    return this.#deps.redis ? null : this.#relations;
  }

  /** Whether anybody may have a socket open somewhere: false only where that is known. */
  isHeard(): boolean {
    return this.#deps.redis !== null || this.#connections.isAnyOpen();
  }

  /** Tells players something that no state depends on. */
  emitMayBeLost<E extends ServerEvent>(userIds: readonly number[], event: E, payload: Told<E>): void {
    const listening = userIds.filter((id) => this.mayHear(id));
    // To no rooms would be to everybody.
    if (listening.length > 0) this.#send(this.#io.to(listening.map(userRoom)), event, payload);
  }

  /** Whether a player may have a socket open somewhere: false only where that is known. */
  mayHear(userId: number): boolean {
    return this.#deps.redis !== null || this.#connections.isOpen(userId);
  }

  /** Tells players or single sockets connected to this node something that no state depends on. */
  emitHere<E extends ServerEvent>(
    { userIds = [], socketIds = [] }: { userIds?: readonly number[]; socketIds?: readonly string[] },
    event: E,
    payload: Told<E>,
  ): void {
    const rooms = [...userIds.map(userRoom), ...socketIds];
    if (rooms.length > 0) this.#send(this.#io.local.to(rooms), event, payload);
  }

  follow(follower: Follower): void {
    this.#connections.follow(follower);
  }

  /** Ids of those who have a socket open on this node. */
  connectedHere(): Iterable<number> {
    return this.#connections.players();
  }

  /** Tells every node, once it is committed, that friendships or blocks of these players have changed. */
  relationsChanged(tx: Tx, userIds: readonly number[]): void {
    tx.afterCommit(() => {
      this.#relationsChanged(userIds);
      if (this.#between) this.#io.serverSideEmit('relationsChanged', [...userIds]);
    });
  }

  #relationsChanged(userIds: readonly number[]): void {
    this.#relations++;
    this.#connections.relationsChanged(userIds);
  }

  #send<E extends ServerEvent>(to: unknown, event: E, payload: Told<E>): void {
    (to as { emit(name: string, value: unknown): void }).emit(event, filterEvent(event, payload));
  }

  async close(): Promise<void> {
    // Those of other nodes stay.
    this.#io.local.disconnectSockets(true);
    await this.#toAll;
    await this.#io.close();
    await this.#between?.close();
  }

  async #admit(
    request: IncomingMessage,
    answer: (error: string | null, allowed: boolean) => void,
  ): Promise<void> {
    try {
      if (!this.#deps.isOwnOrigin(request)) return answer('origin', false);
      const token = this.#deps.readToken(request);
      const session = token ? await this.#deps.sessions.find(token) : null;
      if (session) await this.#deps.limits.consume('handshakePlayer', session.user.id);
      else await this.#deps.limits.consume('handshake', limitedAddress(this.#deps.addressOf(request)));
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
      if (this.#connections.isFull(session.user.id)) return next(new Error('tooOften'));
      socket.data.session = session;
      next();
    } catch (error) {
      next(new Error(this.#refusal(error, 'handshake').code));
    }
  }

  #welcome(socket: SiteSocket): void {
    const { session } = socket.data;
    // Several may have been identified at the same moment.
    if (this.#connections.isFull(session.user.id)) return void socket.disconnect(true);
    socket.on('disconnect', () => this.#connections.closed(session.user.id));
    this.#connections.opened(session.user.id, socket.id);
    void socket.join([userRoom(session.user.id), sessionRoom(session.id)]);
    // Its session was one kept for up to a second: had it ended meanwhile, nothing else would end this socket.
    setTimeout(() => void this.#recheck(socket), LIMITS.session.cacheMs).unref();
    // A packet that cannot be read ends the connection; it must not end the process.
    socket.on('error', (error) => this.#deps.log.debug({ err: error }, 'socket'));
    socket.use((packet, next) => {
      const [event, payload] = packet as unknown as [unknown, unknown];
      // Whatever else stands between: who asks for an answer gets one.
      const ack: unknown = packet.at(-1);
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
      const refusal = this.#refusal(error, 'socket event');
      if (typeof name === 'string') this.#handlers.get(name)?.refused?.(socket.id, refusal);
      ack?.({ ok: false, ...refusal });
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
    const event = typeof name === 'string' ? name : '';
    const handler = this.#handlers.get(event);
    if (!handler) throw new AppError('notFound', 'Unknown event.');
    if (speaks(event)) refuseMuted(session.user, this.#deps.clock.now());
    judgePayload(event, payload);
    return filterAnswer(event, await handler.handle(session, payload as never, socket.id));
  }

  #refusal(error: unknown, doing: 'handshake' | 'socket event'): Refusal {
    const known = knownError(error) ?? new AppError('internal');
    if (known.status >= 500) this.#deps.log.error({ err: error }, `${doing} failed`);
    const { code, message, retryAfter } = known;
    return { code, message, ...(retryAfter !== undefined && { retryAfter }) };
  }
}

type AnyAck = (answer: Ack<object>) => void;
