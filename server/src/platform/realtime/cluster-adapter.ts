import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Namespace, Server, Socket } from 'socket.io';
import { blockingConnection } from '../cluster/redis.ts';
import { REDIS_TIMEOUT_MS } from '../config.ts';
import type { Session } from '../security/sessions.ts';

type SocketData = { session: Session };
/** What one node tells the others. */
type InterNodeEvents = {
  relationsChanged: (userIds: number[]) => void;
  wasApart: () => void;
  /** Whether a player has a page before them on that node. */
  looking: (userId: number, answer: (looking: boolean) => void) => void;
};
export type SiteSocket = Socket<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
export type SiteServer = Server<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
type SiteAdapter = ReturnType<ReturnType<typeof createAdapter>>;

const STREAM = 'socket.io';
/** Stands for all that the others should have been told while Redis took nothing in. */
const UNPUBLISHED = Symbol('untold');
/**
 * What nodes tell each other is kept for who reads it late. A node that stands still for 20 s is left by its browsers,
 * which ask anew for what they missed; until then nothing may be gone: some 2,000 events a second (docs/operations.md, 10×)
 * are 40,000. In Redis these are some 27 MB.
 */
const STREAM_MAX_EVENTS = 50_000;
/**
 * By bytes that many can be far more, and a Redis that is full takes none: so what is older than the longest stillness is
 * taken away as well, which a full one lets us do.
 */
const STREAM_RETENTION_MS = 60_000;
const TRIM_INTERVAL_MS = 10_000;

/** How nodes hear what happens on another: through Redis. */
export class ClusterAdapter {
  readonly #log: Logger;
  readonly #timeoutMs: number;
  /** The one that is written by; those that are read by are made of it. */
  readonly #publisher: Redis;
  readonly #redisConnections: Redis[] = [];
  /** What keeps this node from hearing all, or from being heard. */
  readonly #outages = new Set<Redis | typeof UNPUBLISHED>();
  readonly #makeAdapter: ReturnType<typeof createAdapter>;
  #io: SiteServer | null = null;
  #failedAt = 0;
  /** By how much Redis' clock is ahead of this node's, in ms; by it events are numbered. */
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
      // What is published goes to all databases of a Redis: the channels are of this one.
      channelPrefix: `socket.io:${redis.options.db ?? 0}`,
      streamName: STREAM,
      maxLen: STREAM_MAX_EVENTS,
      // Answers while nothing happens, before it is taken for frozen.
      blockTimeInMs: Math.floor(this.#timeoutMs / 2),
    });
  }

  /** What Socket.IO reaches the other nodes by. Whoever is connected here never waits for Redis. */
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

  /** From now on all sockets are opened anew once a node was apart. */
  start(io: SiteServer): void {
    this.#io = io;
    io.on('wasApart', () => this.#reconnectSockets());
    this.#trimming = setInterval(() => this.#trim(), TRIM_INTERVAL_MS).unref();
  }

  close(): void {
    clearInterval(this.#trimming);
    this.#io = null;
    for (const connection of this.#redisConnections) connection.disconnect();
  }

  #track(connection: Redis): Redis {
    this.#redisConnections.push(connection);
    // Nobody waits for some of what the adapter sends; what fails must not end the process.
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
      // One that is full takes now one and now the other.
      if (id && performance.now() - this.#failedAt > this.#timeoutMs) this.#recovered(UNPUBLISHED);
    } catch (error) {
      if (this.#outages.has(this.#publisher)) return;
      // A full one is made room in at once, and not with every word that it refuses.
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

  /** Once nothing is missing any more, browsers on every node ask for what they were not told. */
  #recovered(missing: Redis | typeof UNPUBLISHED): void {
    if (!this.#outages.delete(missing) || this.#outages.size > 0) return;
    this.#reconnectSockets();
    this.#io?.serverSideEmit('wasApart');
  }

  /** Without the word that the site has ended it, a browser opens its connection anew. */
  #reconnectSockets(): void {
    for (const socket of this.#io?.sockets.sockets.values() ?? []) socket.conn.close();
  }
}
