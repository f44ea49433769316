import type { Server as HttpServer } from 'node:http';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { AfterCommit } from '../db/db.ts';
import { rejectHandshake } from '../http/raw-responses.ts';
import { SOCKETS_PATH } from '../http/server.ts';
import { closeSlowConnections } from './backpressure.ts';
import { ClusterAdapter, type SiteServer } from './cluster-adapter.ts';
import {
  IncomingEvents,
  type IncomingEventsDeps,
  type OnRejected,
  sessionRoom,
  userRoom,
} from './incoming-events.ts';
import { watchSessions } from './session-watch.ts';
import { type ConnectionListener, SocketCounter } from './socket-counter.ts';
import {
  type BroadcastOptions,
  type ClientEvent,
  filterEvent,
  type Handler,
  type ServerEvent,
  type ServerPayload,
} from './socket-events.ts';

export type RealtimeDeps = IncomingEventsDeps & {
  redis: Redis | null;
  /** Whether the database is within this process. */
  embedded: boolean;
  /** After so long a socket is asked whether it is there, and after as long again it is gone for others. */
  pingMs?: number | undefined;
  /** Players who are told nothing about any of those. */
  hiddenFrom: (userIds: readonly number[]) => Promise<number[]>;
};

/** Longest event a client may send, in bytes. */
const MAX_EVENT_BYTES = 64 * 1024;
/** Who is lost is to be gone for others within 30 s. */
const PING_INTERVAL_MS = 10_000;
const TOPIC_PREFIX = 'watch:';
/** Of the sockets whose page is not to be seen. */
const HIDDEN_ROOM = 'hidden';

/** What the site says by sockets, and to whom. */
export class Realtime {
  readonly #deps: RealtimeDeps;
  readonly #io: SiteServer;
  /** Null where the site is one process. */
  readonly #cluster: ClusterAdapter | null;
  readonly #connections = new SocketCounter();
  readonly #incoming: IncomingEvents;
  readonly #stopBackpressureWatch: () => void;
  #stopSessionWatch: (() => Promise<void>) | undefined;
  /** How often friendships or blocks have changed, as far as this node was told. */
  #relationsVersion = 0;
  /** Of what is answered to who does not get a socket. */
  #headers: Record<string, string> = {};
  /** What is still to be told to all. */
  #broadcasts: Promise<void> = Promise.resolve();

  constructor(deps: RealtimeDeps) {
    this.#deps = deps;
    const { pingMs = PING_INTERVAL_MS } = deps;
    this.#incoming = new IncomingEvents(deps, this.#connections);
    this.#cluster = deps.redis && new ClusterAdapter(deps.redis, deps.log);
    this.#io = new Server({
      serveClient: false,
      maxHttpBufferSize: MAX_EVENT_BYTES,
      pingInterval: pingMs,
      pingTimeout: pingMs,
      // Who opens one says by then who they are.
      connectTimeout: 2 * pingMs,
      // engine.io itself can refuse one by 403 and 400 alone.
      allowRequest: (request, answer) =>
        void this.#incoming.authorizeHandshake(request, answer, (error) =>
          rejectHandshake(request, this.#headers, error),
        ),
      ...(this.#cluster && { adapter: this.#cluster.adapter() }),
    });
    this.#cluster?.start(this.#io);
    // On a database within the process each statement waits for all others, and nobody else ends a session.
    if (deps.redis || !deps.embedded)
      this.#stopSessionWatch = watchSessions(this.#io, deps.sessions, deps.log);
    this.#stopBackpressureWatch = closeSlowConnections(this.#io as never, (bytes) =>
      deps.log.warn({ bytes }, 'closing a connection whose client does not read'),
    );
    this.#io.use((socket, next) => void this.#incoming.authenticate(socket, next));
    this.#io.on('connection', (socket) => this.#incoming.onConnection(socket));
    this.#io.on('looking', (userId, answer) => answer(this.#isViewingHere(userId)));
    this.#io.on('relationsChanged', (userIds) => this.#relationsChanged(userIds));
    deps.sessions.onEnd = (ids) => this.#io.in(ids.map(sessionRoom)).disconnectSockets(true);
    deps.metrics.gauge('rivalhold_open_sockets', 'Open sockets on this node.', () => this.localSocketCount());
  }

  /** @param headers of what is answered to long polling, of which no hook is told, and to who gets no socket */
  attach(server: HttpServer, headers: Record<string, string>): void {
    this.#headers = headers;
    // What asks for another protocol elsewhere is answered by the site itself.
    this.#io.attach(server, { destroyUpgrade: false });
    server.prependListener('request', ({ url }, response) => {
      if (url?.startsWith(SOCKETS_PATH)) response.setHeaders(new Headers(headers));
    });
  }

  /** What is done when a client sends `event`; what it returns is the acknowledgement. */
  on<E extends ClientEvent>(event: E, handler: Handler<E>, refused?: OnRejected): void {
    this.#incoming.on(event, handler, refused);
  }

  /** From now on this socket is told of `topic`, and of none that it watched before; of none for null. */
  async subscribeToTopic(socketId: string, topic: string | null): Promise<void> {
    const socket = this.#io.sockets.sockets.get(socketId);
    if (!socket) return;
    for (const room of socket.rooms) if (room.startsWith(TOPIC_PREFIX)) await socket.leave(room);
    if (topic !== null) await socket.join(TOPIC_PREFIX + topic);
  }

  /** Whether the page of this socket is to be seen; it is until told otherwise. */
  async setPageHidden(socketId: string, hidden: boolean): Promise<void> {
    const socket = this.#io.sockets.sockets.get(socketId);
    await (hidden ? socket?.join(HIDDEN_ROOM) : socket?.leave(HIDDEN_ROOM));
  }

  /** Whether a player has a page before them, on whichever node; false where another node does not say so in time. */
  async isViewing(userId: number): Promise<boolean> {
    if (this.#isViewingHere(userId)) return true;
    if (!this.#cluster) return false;
    try {
      return (await this.#io.serverSideEmitWithAck('looking', userId)).includes(true);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'other nodes did not respond with their viewers');
      return false;
    }
  }

  #isViewingHere(userId: number): boolean {
    const { adapter, sockets } = this.#io.sockets;
    const open = [...(adapter.rooms.get(userRoom(userId)) ?? [])];
    return open.some((id) => sockets.has(id) && !adapter.rooms.get(HIDDEN_ROOM)?.has(id));
  }

  /** Tells players something about stored state, in every tab they have open, once it is committed. */
  emit<E extends ServerEvent>(
    tx: AfterCommit,
    userIds: readonly number[],
    event: E,
    payload: ServerPayload<E>,
  ): void {
    tx.afterCommit(() => this.emitVolatile(userIds, event, payload));
  }

  /**
   * Tells everybody signed in something about stored state, once it is committed; where it is `about` players, all but
   * those in a block relation with one of them; where it has a `topic`, only those who watch that. Costs nothing while
   * nobody is connected.
   */
  broadcast<E extends ServerEvent>(
    tx: AfterCommit,
    event: E,
    payload: ServerPayload<E>,
    to: BroadcastOptions = {},
  ): void {
    tx.afterCommit(() => this.broadcastVolatile(event, payload, to));
  }

  /** Like `broadcast`, without waiting for a commit, for what no state depends on. */
  broadcastVolatile<E extends ServerEvent>(
    event: E,
    payload: ServerPayload<E>,
    { about = [], topic, hidden: before, except = [] }: BroadcastOptions = {},
  ): void {
    if (!this.hasListeners()) return;
    // One after the other, so that what happened later is also told later.
    this.#broadcasts = this.#broadcasts.then(async () => {
      try {
        const hidden =
          before && before.asOf !== null && before.asOf === this.relationsVersion()
            ? before.ids
            : await this.#blockedUserIds([about].flat());
        const all = topic === undefined ? this.#io : this.#io.to(TOPIC_PREFIX + topic);
        this.#send(all.except([...hidden, ...except].map(userRoom)), event, payload);
      } catch (error) {
        this.#deps.log.error({ err: error, event }, 'broadcasting an event failed');
      }
    });
  }

  async #blockedUserIds(about: readonly number[]): Promise<number[]> {
    if (about.length === 0) return [];
    // What happened is committed: a connection that was lost since then must not keep it from everybody.
    return this.#deps.hiddenFrom(about).catch(() => this.#deps.hiddenFrom(about));
  }

  /** Stays the same for as long as no friendship or block changes; null where that is not known, among several nodes. */
  relationsVersion(): number | null {
    return this.#deps.redis ? null : this.#relationsVersion;
  }

  /** Whether anybody may have a socket open somewhere: false only where that is known. */
  hasListeners(): boolean {
    return this.#deps.redis !== null || this.#connections.hasSockets();
  }

  /** Tells players something that no state depends on. */
  emitVolatile<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void {
    const listening = userIds.filter((id) => this.mayBeConnected(id));
    // To no rooms would be to everybody.
    if (listening.length > 0) this.#send(this.#io.to(listening.map(userRoom)), event, payload);
  }

  /** Whether a player may have a socket open somewhere: false only where that is known. */
  mayBeConnected(userId: number): boolean {
    return this.#deps.redis !== null || this.#connections.isConnected(userId);
  }

  /** Tells players or single sockets connected to this node something that no state depends on. */
  emitHere<E extends ServerEvent>(
    { userIds = [], socketIds = [] }: { userIds?: readonly number[]; socketIds?: readonly string[] },
    event: E,
    payload: ServerPayload<E>,
  ): void {
    const rooms = [...userIds.map(userRoom), ...socketIds];
    if (rooms.length > 0) this.#send(this.#io.local.to(rooms), event, payload);
  }

  onConnections(follower: ConnectionListener): void {
    this.#connections.subscribe(follower);
  }

  /** How many sockets are open on this node. */
  localSocketCount(): number {
    return this.#io.engine?.clientsCount ?? 0;
  }

  /** Ids of those who have a socket open on this node. */
  localUserIds(): Iterable<number> {
    return this.#connections.connectedUserIds();
  }

  /** Tells every node, once it is committed, that friendships or blocks of these players have changed. */
  relationsChanged(tx: AfterCommit, userIds: readonly number[]): void {
    tx.afterCommit(() => {
      this.#relationsChanged(userIds);
      if (this.#cluster) this.#io.serverSideEmit('relationsChanged', [...userIds]);
    });
  }

  #relationsChanged(userIds: readonly number[]): void {
    this.#relationsVersion++;
    this.#connections.relationsChanged(userIds);
  }

  #send<E extends ServerEvent>(to: unknown, event: E, payload: ServerPayload<E>): void {
    (to as { emit(name: string, value: unknown): void }).emit(event, filterEvent(event, payload));
  }

  async close(): Promise<void> {
    // Those of other nodes stay.
    this.#io.local.disconnectSockets(true);
    await this.#broadcasts;
    await this.#io.close();
    this.#stopBackpressureWatch();
    await this.#stopSessionWatch?.();
  }

  /** Parts from the other nodes, once all that is to be told them has happened. */
  async disconnectFromCluster(): Promise<void> {
    await this.#broadcasts;
    this.#cluster?.close();
  }
}
