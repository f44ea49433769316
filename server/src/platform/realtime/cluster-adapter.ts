import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Namespace, Server, Socket } from 'socket.io';
import { blockingConnection } from '../cluster/redis.ts';
import { REDIS_TIMEOUT_MS } from '../config.ts';
import type { Session } from '../security/sessions.ts';

type SocketData = { session: Session };
/** Events from one node to the others. */
type InterNodeEvents = {
  relationsChanged: (userIds: number[]) => void;
  nodeReconnected: () => void;
  /** Ask whether a player has a visible page on that node. */
  isViewing: (userId: number, answer: (isViewing: boolean) => void) => void;
};
export type SiteSocket = Socket<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
export type SiteServer = Server<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
type SiteAdapter = ReturnType<ReturnType<typeof createAdapter>>;

const STREAM = 'socket.io';
/** Marks events that could not be published because Redis rejected them. */
const UNPUBLISHED = Symbol('unpublished');
/**
 * Events between nodes are kept for slow readers. A node that hangs for 20 s loses its browsers, which reload
 * what they missed; until then nothing may be dropped: about 2,000 events per second (10× in
 * docs/operations.md) make 40,000, or 27 MB in Redis.
 */
const STREAM_MAX_EVENTS = 50_000;
/**
 * Few events can be large, and a full Redis accepts none. Events older than the longest tolerated hang are
 * therefore trimmed, which a full Redis allows.
 */
const STREAM_RETENTION_MS = 60_000;
const TRIM_INTERVAL_MS = 10_000;

/** Connects the nodes of a site through Redis. */
export class ClusterAdapter {
  readonly #log: Logger;
  readonly #timeoutMs: number;
  /** The connection for publishing; the reading ones are duplicates of it. */
  readonly #publisher: Redis;
  readonly #redisConnections: Redis[] = [];
  /** The current causes of lost events: connections that are down, or unpublished events. */
  readonly #outages = new Set<Redis | typeof UNPUBLISHED>();
  readonly #makeAdapter: ReturnType<typeof createAdapter>;
  #io: SiteServer | null = null;
  #failedAt = 0;
  /** Offset of Redis's clock from this node's in ms; stream ids use Redis's clock. */
  #redisClockOffsetMs = 0;
  #trimmedAt = Number.NEGATIVE_INFINITY;
  #trimming: NodeJS.Timeout | undefined;

  constructor(redis: Redis, log: Logger) {
    this.#log = log;
    this.#timeoutMs = redis.options.socketTimeout ?? REDIS_TIMEOUT_MS;
    this.#publisher = this.#track(blockingConnection(redis));
    const duplicate = this.#publisher.duplicate.bind(this.#publisher);
    this.#publisher.duplicate = (override) => this.#track(duplicate(override));
    this.#makeAdapter = createAdapter(this.#publisher, {
      // Pub/sub ignores the database number, so it is part of the channel names.
      channelPrefix: `socket.io:${redis.options.db ?? 0}`,
      streamName: STREAM,
      maxLen: STREAM_MAX_EVENTS,
      // A blocking read returns in time, even without events, to show that Redis is alive.
      blockTimeInMs: Math.floor(this.#timeoutMs / 2),
    });
  }

  /** Return the Socket.IO adapter for the other nodes. Clients of this node never wait for Redis. */
  adapter(): (namespace: Namespace) => SiteAdapter {
    const publishing = (publish: () => Promise<string>) => void this.#publish(publish);
    const makeAdapter = this.#makeAdapter;
    return createAdapter;
    // Called with `new`.
    function createAdapter(namespace: Namespace): SiteAdapter {
      const adapter = makeAdapter(namespace);
      const publish = adapter.doPublish.bind(adapter);
      adapter.doPublish = (message) => {
        publishing(() => publish(message));
        return Promise.resolve('');
      };
      return adapter;
    }
  }

  /** Start making clients reconnect after each outage. */
  start(io: SiteServer): void {
    this.#io = io;
    io.on('nodeReconnected', () => this.#reconnectSockets());
    this.#trimming = setInterval(() => this.#trim(), TRIM_INTERVAL_MS).unref();
  }

  close(): void {
    clearInterval(this.#trimming);
    this.#io = null;
    for (const connection of this.#redisConnections) connection.disconnect();
  }

  #track(connection: Redis): Redis {
    this.#redisConnections.push(connection);
    // Some of the adapter's commands are not awaited; their failure must not end the process.
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
    if (this.#outages.has(this.#publisher)) return;
    try {
      const id = await publish();
      if (id) this.#redisClockOffsetMs = Number.parseInt(id, 10) - Date.now();
      // A full Redis accepts some writes and rejects others.
      if (id && performance.now() - this.#failedAt > this.#timeoutMs) this.#recovered(UNPUBLISHED);
    } catch (error) {
      if (this.#outages.has(this.#publisher)) return;
      // Trim a full stream right away, but not for every rejected event.
      if (performance.now() - this.#trimmedAt > TRIM_INTERVAL_MS / 10) this.#trim();
      this.#failedAt = performance.now();
      if (!this.#outages.has(UNPUBLISHED))
        this.#log.error({ err: error }, 'publishing to other nodes failed');
      this.#outages.add(UNPUBLISHED);
    }
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

  /** When the last outage is over, make the clients of all nodes reload what they missed. */
  #recovered(missing: Redis | typeof UNPUBLISHED): void {
    if (!this.#outages.delete(missing) || this.#outages.size > 0) return;
    this.#reconnectSockets();
    this.#io?.serverSideEmit('nodeReconnected');
  }

  /** Closing only the transport makes the client reconnect; a disconnect packet would not. */
  #reconnectSockets(): void {
    for (const socket of this.#io?.sockets.sockets.values() ?? []) socket.conn.close();
  }
}
