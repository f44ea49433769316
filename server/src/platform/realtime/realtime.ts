import type { Server as HttpServer } from 'node:http';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Namespace, Server } from 'socket.io';
import { PubSub } from '../cluster/pub-sub.ts';
import type { AfterCommit } from '../db/db.ts';
import { rejectHandshake } from '../http/raw-responses.ts';
import { SOCKETS_PATH } from '../http/server.ts';
import { closeSlowConnections } from './backpressure.ts';
import { PubSubAdapter, type SiteServer, type SiteSocket } from './cluster-adapter.ts';
import { IncomingEvents, type IncomingEventsDeps, type OnRejected, userRoom } from './incoming-events.ts';
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
  /** True if the database runs in this process. */
  embedded: boolean;
  /**
   * Interval between pings, and also the time limit for each response, in ms. The connection of a client that does not
   * respond is closed within twice this time.
   */
  pingMs?: number | undefined;
  /** Return the ids of players who must not receive an event about the given players. */
  hiddenFrom: (userIds: readonly number[]) => Promise<number[]>;
};

/** Maximum size of a client event, in bytes. */
const MAX_EVENT_BYTES = 64 * 1024;
/** Default ping interval. With it, dropped clients appear offline within 30 s. */
const PING_INTERVAL_MS = 10_000;
/**
 * On shutdown, sockets are closed in waves. Together with the random delay before clients reconnect, this spreads the
 * load on the other nodes.
 */
const [WAVES, WAVE_INTERVAL_MS, MIN_WAVE] = [10, 250, 50];
/**
 * Maximum number of sockets whose sessions are checked concurrently. It is limited, because each check can be
 * a query.
 */
const CHECK_BATCH_SIZE = 100;
const TOPIC_PREFIX = 'watch:';
/** Return the name of the room that has the sockets of a player's visible pages. */
const viewingRoom = (userId: number): string => `viewing:${userId}`;

/** The Socket.IO server: sends events to clients, and passes their events to handlers. */
export class Realtime {
  readonly #deps: RealtimeDeps;
  readonly #io: SiteServer;
  /** Null on a site with a single node. */
  readonly #cluster: { pubSub: PubSub; adapter: PubSubAdapter } | null;
  readonly #connections = new SocketCounter();
  readonly #incoming: IncomingEvents;
  readonly #stopBackpressureWatch: () => void;
  #isDraining = false;
  #stopSessionWatch: (() => Promise<void>) | undefined;
  /** Increases each time this node learns of a change in friendships, blocks, mutes or online visibility. */
  #relationsVersion = 0;
  #server: HttpServer | undefined;
  /** Headers for responses to rejected handshakes. */
  #headers: Record<string, string> = {};
  /** Resolves when all broadcasts up to now are sent. */
  #broadcasts: Promise<void> = Promise.resolve();

  constructor(deps: RealtimeDeps) {
    this.#deps = deps;
    const { pingMs = PING_INTERVAL_MS } = deps;
    this.#incoming = new IncomingEvents(deps, this.#connections, (socket) => this.#joinRooms(socket));
    const pubSub = deps.redis && new PubSub(deps.redis, deps);
    this.#io = new Server({
      serveClient: false,
      maxHttpBufferSize: MAX_EVENT_BYTES,
      pingInterval: pingMs,
      pingTimeout: pingMs,
      // Time limit for a client to authenticate after it has connected.
      connectTimeout: 2 * pingMs,
      // If a service is unavailable, send the status 503 here, because Engine.IO itself can reject handshakes only with
      // the status 403 or 400.
      allowRequest: (request, answer) => {
        // Close the connection without a response, so that the proxy sends the request to another node.
        if (this.#isDraining) request.socket.destroy();
        else
          void this.#incoming.authorizeHandshake(request, answer, (error) =>
            rejectHandshake(request, this.#headers, error),
          );
      },
      ...(pubSub && { adapter: adapterOf }),
    });
    // Socket.IO calls this with `new`, which an arrow function does not support.
    function adapterOf(namespace: Namespace): PubSubAdapter {
      return new PubSubAdapter(namespace, pubSub as PubSub, deps.metrics);
    }
    this.#cluster = pubSub && { pubSub, adapter: this.#io.sockets.adapter as unknown as PubSubAdapter };
    if (pubSub) {
      pubSub.onMissed = () => this.#onEventsLost();
      pubSub.onLost = () => this.#io.serverSideEmit('eventsLost');
    }
    // If the database is embedded, do not watch sessions, because no other node can end a session, and each query
    // would delay all other queries.
    if (!deps.embedded)
      this.#stopSessionWatch = watchSessions(deps.sessions, () => this.#checkExpiredSessions(), deps.log);
    this.#stopBackpressureWatch = closeSlowConnections(this.#io as never, (bytes) =>
      deps.log.warn({ bytes }, 'closing a connection whose client does not read'),
    );
    this.#io.use((socket, next) => void this.#incoming.authenticate(socket, next));
    this.#io.on('connection', (socket) => this.#incoming.onConnection(socket));
    this.#io.on('eventsLost', () => this.#onEventsLost());
    this.#io.on('relationsChanged', (userIds) => this.#relationsChanged(userIds));
    deps.sessions.onChange = (userIds) => {
      if (userIds === null) void this.#checkSessions([...this.#io.sockets.sockets.values()]);
      else for (const userId of userIds) void this.#checkSessions(this.#localSockets(userRoom(userId)));
    };
    deps.metrics.gauge('rivalhold_open_sockets', 'Open sockets on this node.', () => this.localSocketCount());
  }

  /**
   * Attach to an HTTP server.
   * @param headers headers for polling responses and rejected handshakes, for which Fastify's hooks do not
   * run
   */
  attach(server: HttpServer, headers: Record<string, string>): void {
    this.#server = server;
    this.#headers = headers;
    // Do not end upgrade requests for other paths here, because the HTTP server rejects them.
    this.#io.attach(server, { destroyUpgrade: false });
    server.prependListener('request', ({ url }, response) => {
      if (url?.startsWith(SOCKETS_PATH)) response.setHeaders(new Headers(headers));
    });
  }

  /** Register the handler of a client event. The result of the handler is sent as the acknowledgement. */
  on<E extends ClientEvent>(event: E, handler: Handler<E>, rejected?: OnRejected): void {
    this.#incoming.on(event, handler, rejected);
  }

  /**
   * Subscribe a socket to `topic` instead of its previous topic. With null, only unsubscribe from the previous
   * topic.
   */
  async subscribeToTopic(socketId: string, topic: string | null): Promise<void> {
    const socket = this.#io.sockets.sockets.get(socketId);
    if (!socket) return;
    for (const room of socket.rooms) if (room.startsWith(TOPIC_PREFIX)) await socket.leave(room);
    if (topic === null) return;
    await socket.join(TOPIC_PREFIX + topic);
    // Wait until this node is subscribed: the client loads the topic after the acknowledgement, and must receive all
    // later events.
    await this.#cluster?.adapter.subscribed([TOPIC_PREFIX + topic]);
  }

  /** Set whether the page of a socket is hidden. A new socket's page counts as visible. */
  async setPageHidden(socketId: string, hidden: boolean): Promise<void> {
    const socket = this.#io.sockets.sockets.get(socketId);
    if (!socket) return;
    const room = viewingRoom(socket.data.session.user.id);
    await (hidden ? socket.leave(room) : socket.join(room));
  }

  /**
   * Report whether a player has a visible page on any node. While Redis is down, pages on other nodes do not
   * count.
   */
  async isViewing(userId: number): Promise<boolean> {
    const room = viewingRoom(userId);
    if (this.#io.sockets.adapter.rooms.has(room)) return true;
    try {
      return (await this.#cluster?.adapter.hasSubscriber(room)) ?? false;
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'counting the viewers on other nodes failed');
      return false;
    }
  }

  /** Add a new socket to the rooms of its player, and wait until it receives events from all nodes. */
  async #joinRooms(socket: SiteSocket): Promise<void> {
    const { id } = socket.data.session.user;
    const rooms = [userRoom(id), viewingRoom(id)];
    await socket.join(rooms);
    await this.#cluster?.adapter.subscribed(rooms);
  }

  #localSockets(room: string): SiteSocket[] {
    const { adapter, sockets } = this.#io.sockets;
    return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? []);
  }

  /** Update the sessions of the sockets, and close the sockets whose session has ended. */
  async #checkSessions(sockets: readonly SiteSocket[]): Promise<void> {
    for (let checked = 0; checked < sockets.length; checked += CHECK_BATCH_SIZE) {
      const batch = sockets.slice(checked, checked + CHECK_BATCH_SIZE).filter(({ connected }) => connected);
      await Promise.all(batch.map((socket) => this.#incoming.checkSession(socket)));
    }
  }

  #checkExpiredSessions(): void {
    const now = this.#deps.clock.now();
    void this.#checkSessions(
      [...this.#io.sockets.sockets.values()].filter(({ data }) => data.session.expiresAt <= now),
    );
  }

  /** Make this node and its clients catch up, because they may have missed events of other nodes. */
  #onEventsLost(): void {
    this.#connections.eventsLost();
    this.#reconnectSockets();
  }

  /**
   * Close the connections of all sockets, so that the clients reconnect and load the events that they missed. After a
   * disconnect packet, they would not reconnect.
   */
  #reconnectSockets(): void {
    for (const socket of this.#io.sockets.sockets.values()) socket.conn.close();
  }

  /** Send an event about a stored change to all connected pages of the given players, after the commit. */
  emit<E extends ServerEvent>(
    tx: AfterCommit,
    userIds: readonly number[],
    event: E,
    payload: ServerPayload<E>,
  ): void {
    tx.afterCommit(() => this.emitVolatile(userIds, event, payload));
  }

  /**
   * Send an event about a stored change to all signed-in players, after the commit. With `about`, leave out
   * players who do not see one of the `about` players because of a block or a mute. With `topic`, only
   * subscribers of the topic receive it. On a site with a single node, do nothing while no client is connected.
   */
  broadcast<E extends ServerEvent>(
    tx: AfterCommit,
    event: E,
    payload: ServerPayload<E>,
    to: BroadcastOptions = {},
  ): void {
    tx.afterCommit(() => this.broadcastVolatile(event, payload, to));
  }

  /**
   * Do the same as `broadcast`, but immediately instead of after a commit. Do not use this for stored changes.
   */
  broadcastVolatile<E extends ServerEvent>(
    event: E,
    payload: ServerPayload<E>,
    { about = [], topic, hidden: before, except = [] }: BroadcastOptions = {},
  ): void {
    if (!this.hasListeners()) return;
    // Send broadcasts one after another to keep their order.
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
    // The change is already committed. Retry once, so that a lost database connection does not prevent the broadcast.
    return this.#deps.hiddenFrom(about).catch(() => this.#deps.hiddenFrom(about));
  }

  /**
   * Return a number that changes when friendships, blocks, mutes or online visibility change. If the site
   * uses Redis, return null, because this node learns of changes on other nodes only after a delay.
   */
  relationsVersion(): number | null {
    return this.#deps.redis ? null : this.#relationsVersion;
  }

  /** Report whether any node might have an open socket. With Redis, the result is always true. */
  hasListeners(): boolean {
    return this.#deps.redis !== null || this.#connections.hasSockets();
  }

  /**
   * Send an event immediately to all connected pages of the given players. For changes that are stored, use `emit`
   * instead.
   */
  emitVolatile<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void {
    const listening = userIds.filter((id) => this.mayBeConnected(id));
    // Do not emit to an empty list of rooms, because the event would reach everyone.
    if (listening.length > 0) this.#send(this.#io.to(listening.map(userRoom)), event, payload);
  }

  /** Report whether a player might have an open socket on any node. With Redis, the result is always true. */
  mayBeConnected(userId: number): boolean {
    return this.#deps.redis !== null || this.isConnectedHere(userId);
  }

  /** Report whether a player has an open socket on this node. */
  isConnectedHere(userId: number): boolean {
    return this.#connections.isConnected(userId);
  }

  /** Send an event immediately to the given players and sockets, but only if they are connected to this node. */
  emitHere<E extends ServerEvent>(
    { userIds = [], socketIds = [] }: { userIds?: readonly number[]; socketIds?: readonly string[] },
    event: E,
    payload: ServerPayload<E>,
  ): void {
    const rooms = [...userIds.map(userRoom), ...socketIds];
    if (rooms.length > 0) this.#send(this.#io.local.to(rooms), event, payload);
  }

  /** Send an event immediately to all signed-in players who are connected to this node. */
  emitToAllHere<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void {
    this.#send(this.#io.local, event, payload);
  }

  /** Add a listener for connections to this node. */
  onConnections(listener: ConnectionListener): void {
    this.#connections.subscribe(listener);
  }

  /** Report whether this process accepts connections. A process that runs only an operator command does not. */
  get isListening(): boolean {
    return this.#server?.listening ?? false;
  }

  /** Return the number of open sockets on this node. */
  localSocketCount(): number {
    return this.#io.engine?.clientsCount ?? 0;
  }

  /** Return the ids of players with an open socket on this node. */
  localUserIds(): Iterable<number> {
    return this.#connections.connectedUserIds();
  }

  /** Notify all nodes, after the commit, that the given players' relations or online visibility have changed. */
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
    this.#deps.metrics.recordSentEvent(event);
    (to as { emit(name: string, value: unknown): void }).emit(event, filterEvent(event, payload));
  }

  /** Accept no more sockets, and close the open sockets, so that their clients reconnect to other nodes. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    // On a site with a single node, clients could not reconnect before the restart, so the sockets stay open until
    // the site closes.
    if (!this.#cluster) return;
    const sockets = [...this.#io.sockets.sockets.values()];
    const size = Math.max(MIN_WAVE, Math.ceil(sockets.length / WAVES));
    for (let closed = 0; closed < sockets.length; closed += size) {
      if (closed > 0) await sleep(WAVE_INTERVAL_MS);
      for (const socket of sockets.slice(closed, closed + size)) socket.conn.close();
    }
  }

  /** Close the remaining sockets of this node, and stop all checks. */
  async close(): Promise<void> {
    this.#reconnectSockets();
    await this.#broadcasts;
    await this.#io.close();
    this.#stopBackpressureWatch();
    await this.#stopSessionWatch?.();
  }

  /** Send the pending broadcasts, then disconnect from the other nodes. */
  async disconnectFromCluster(): Promise<void> {
    await this.#broadcasts;
    // The adapter publishes its events at the end of the current turn of the event loop, so wait for that.
    await endOfTurn();
    this.#cluster?.pubSub.close();
  }
}
