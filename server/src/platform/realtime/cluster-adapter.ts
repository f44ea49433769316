import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Namespace, Server, Socket } from 'socket.io';
import { blockingConnection } from '../cluster/redis.ts';
import { REDIS_TIMEOUT_MS } from '../config.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Session } from '../security/sessions.ts';

type SocketData = { session: Session };
/** Events that a node sends to the other nodes. */
type InterNodeEvents = {
  relationsChanged: (userIds: number[]) => void;
  nodeReconnected: () => void;
  /** Asks the other nodes whether a player has a visible page. */
  isViewing: (userId: number, answer: (isViewing: boolean) => void) => void;
};
export type SiteSocket = Socket<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
export type SiteServer = Server<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
type SiteAdapter = ReturnType<ReturnType<typeof createAdapter>>;

/** The members of the adapter through which messages of other nodes arrive. */
type MessageReceiver = {
  uid: string;
  onMessage: (message: { uid: string; data?: { opts?: { rooms: string[] } } }, id?: string) => void;
};

const STREAM = 'socket.io';
/** Marks an outage in which events could not be published because Redis rejected them. */
const UNPUBLISHED = Symbol('unpublished');
/**
 * Number of events that the Redis stream keeps for nodes that read late. If a node hangs for 20 s, its browsers
 * disconnect, and reload what they missed when they reconnect. During these 20 s no event must be dropped: at about
 * 2,000 events per second (10× in docs/operations.md) these are 40,000 events, or 27 MB in Redis.
 */
const STREAM_MAX_EVENTS = 50_000;
/**
 * Age at which events are removed from the stream. Even a few events can be large and fill Redis, which then
 * accepts no new events. Removing events that are older than the longest tolerated hang also works while Redis is
 * full.
 */
const STREAM_RETENTION_MS = 60_000;
const TRIM_INTERVAL_MS = 10_000;
/** Round trips above this duration do not measure the clock of Redis, because its time could be from their start. */
const MAX_CLOCK_ROUND_TRIP_MS = 1_000;

/** Sends Socket.IO events between the nodes of a site through a Redis stream. */
export class ClusterAdapter {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #timeoutMs: number;
  /** The connection for publishing. The connections for reading are duplicates of it. */
  readonly #publisher: Redis;
  readonly #redisConnections: Redis[] = [];
  /**
   * Current outages, during which events are lost: connections that are down, or events that Redis rejects.
   */
  readonly #outages = new Set<Redis | typeof UNPUBLISHED>();
  readonly #makeAdapter: ReturnType<typeof createAdapter>;
  #io: SiteServer | null = null;
  #failedAt = 0;
  /** Redis's time minus this node's time, in ms. Stream ids use Redis's time. */
  #redisClockOffsetMs = 0;
  #trimmedAt = Number.NEGATIVE_INFINITY;
  #trimming: NodeJS.Timeout | undefined;

  constructor(redis: Redis, log: Logger, metrics: Metrics) {
    this.#log = log;
    this.#metrics = metrics;
    this.#timeoutMs = redis.options.socketTimeout ?? REDIS_TIMEOUT_MS;
    this.#publisher = this.#track(blockingConnection(redis));
    const duplicate = this.#publisher.duplicate.bind(this.#publisher);
    this.#publisher.duplicate = (override) => this.#track(duplicate(override));
    this.#makeAdapter = createAdapter(this.#publisher, {
      // Pub/sub ignores the database number, so the channel names include it.
      channelPrefix: `socket.io:${redis.options.db ?? 0}`,
      streamName: STREAM,
      maxLen: STREAM_MAX_EVENTS,
      // A blocking read must return before the socket timeout even if there are no events, since the connection
      // would count as lost.
      blockTimeInMs: Math.floor(this.#timeoutMs / 2),
    });
  }

  /**
   * Return the Socket.IO adapter that sends events to the other nodes. Events to clients of this node never wait
   * for Redis.
   */
  adapter(): (namespace: Namespace) => SiteAdapter {
    const publishing = (publish: () => Promise<string>) => void this.#publish(publish);
    const record = (hasReceiver: boolean, id?: string) => this.#recordReceived(hasReceiver, id);
    const makeAdapter = this.#makeAdapter;
    return createAdapter;
    // Socket.IO calls this with `new`, which an arrow function does not support.
    function createAdapter(namespace: Namespace): SiteAdapter {
      const adapter = makeAdapter(namespace);
      const publish = adapter.doPublish.bind(adapter);
      adapter.doPublish = (message) => {
        publishing(() => publish(message));
        return Promise.resolve('');
      };
      // Protected members, because the adapter has no event for received messages.
      const receiver = adapter as unknown as MessageReceiver;
      const receive = receiver.onMessage.bind(adapter);
      receiver.onMessage = (message, id) => {
        const rooms = message.data?.opts?.rooms ?? [];
        const hasReceiver =
          rooms.length === 0 ? namespace.sockets.size > 0 : rooms.some((room) => adapter.rooms.has(room));
        if (message.uid !== receiver.uid) record(hasReceiver, id);
        receive(message, id);
      };
      return adapter;
    }
  }

  /** From now on, make clients reconnect after each outage, and trim the stream regularly. */
  start(io: SiteServer): void {
    this.#io = io;
    io.on('nodeReconnected', () => this.#reconnectSockets());
    this.#trimming = setInterval(() => {
      void this.#measureClock();
      this.#trim();
    }, TRIM_INTERVAL_MS).unref();
    void this.#measureClock();
  }

  close(): void {
    clearInterval(this.#trimming);
    this.#io = null;
    for (const connection of this.#redisConnections) connection.disconnect();
  }

  #track(connection: Redis): Redis {
    this.#redisConnections.push(connection);
    // The adapter does not await some of its commands, so prevent a rejection from ending the process.
    const send = connection.sendCommand.bind(connection);
    connection.sendCommand = (command, stream) => {
      const answer = send(command, stream);
      Promise.resolve(answer).catch(() => {});
      return answer;
    };
    return connection
      .on('close', () => this.#outages.add(connection))
      .on('ready', () => this.#recovered(connection));
  }

  async #publish(publish: () => Promise<string>): Promise<void> {
    if (this.#outages.has(this.#publisher)) return this.#metrics.recordPublished('failed');
    const begun = Date.now();
    try {
      const id = await publish();
      this.#metrics.recordPublished('sent');
      if (id) this.#recordClock(Number.parseInt(id, 10), begun);
      // A full Redis accepts some writes and rejects others, so a single success does not end the outage.
      if (id && performance.now() - this.#failedAt > this.#timeoutMs) this.#recovered(UNPUBLISHED);
    } catch (error) {
      this.#metrics.recordPublished('failed');
      if (this.#outages.has(this.#publisher)) return;
      // Redis might be full, so trim the stream immediately, but not for every rejected event.
      if (performance.now() - this.#trimmedAt > TRIM_INTERVAL_MS / 10) this.#trim();
      this.#failedAt = performance.now();
      if (!this.#outages.has(UNPUBLISHED))
        this.#log.error({ err: error }, 'publishing to other nodes failed');
      this.#outages.add(UNPUBLISHED);
    }
  }

  /** Count a message of another node. `id` is its id in the Redis stream, which begins with the time in ms. */
  #recordReceived(hasReceiver: boolean, id?: string): void {
    const lagMs = id ? Date.now() + this.#redisClockOffsetMs - Number.parseInt(id, 10) : null;
    this.#metrics.recordReceived({ hasReceiver, lagMs });
  }

  /** Measure the clock of Redis, which a node that publishes nothing would not know. */
  async #measureClock(): Promise<void> {
    // During an outage, the command would wait for the connection.
    if (this.#outages.has(this.#publisher)) return;
    const begun = Date.now();
    const [seconds, microseconds] = await this.#publisher.time().catch(() => [null, null]);
    if (seconds !== null) this.#recordClock(Number(seconds) * 1_000 + Number(microseconds) / 1_000, begun);
  }

  /** Record the time of Redis in the response to a command that this node sent at `begun`. */
  #recordClock(redisMs: number, begun: number): void {
    const now = Date.now();
    if (now - begun <= MAX_CLOCK_ROUND_TRIP_MS) this.#redisClockOffsetMs = redisMs - (begun + now) / 2;
  }

  #trim(): void {
    if (this.#outages.has(this.#publisher)) return;
    this.#trimmedAt = performance.now();
    void this.#publisher.xtrim(
      STREAM,
      'MINID',
      '~',
      Date.now() + this.#redisClockOffsetMs - STREAM_RETENTION_MS,
    );
  }

  /**
   * Mark an outage as over. After the last, make the clients of all nodes reconnect, so that they reload what they
   * missed.
   */
  #recovered(missing: Redis | typeof UNPUBLISHED): void {
    if (!this.#outages.delete(missing) || this.#outages.size > 0) return;
    this.#reconnectSockets();
    this.#io?.serverSideEmit('nodeReconnected');
  }

  /**
   * Close the transport of every socket, so that the clients reconnect. After a disconnect packet, they would not
   * reconnect.
   */
  #reconnectSockets(): void {
    for (const socket of this.#io?.sockets.sockets.values() ?? []) socket.conn.close();
  }
}
