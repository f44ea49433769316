import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Namespace, Server, Socket } from 'socket.io';
import { patient } from '../cluster/redis.ts';
import { REDIS_TIMEOUT_MS } from '../config.ts';
import type { Session } from '../security/sessions.ts';

type SocketData = { session: Session };
/** What one node tells the others. */
type Told = {
  relationsChanged: (userIds: number[]) => void;
  wasApart: () => void;
  /** Whether a player has a page before them on that node. */
  looking: (userId: number, answer: (looking: boolean) => void) => void;
};
export type SiteSocket = Socket<ClientToServer, ServerToClient, Told, SocketData>;
export type SiteServer = Server<ClientToServer, ServerToClient, Told, SocketData>;
type SiteAdapter = ReturnType<ReturnType<typeof createAdapter>>;

const STREAM = 'socket.io';
/** Stands for all that the others should have been told while Redis took nothing in. */
const UNTOLD = Symbol('untold');
/**
 * What nodes tell each other is kept for who reads it late. A node that stands still for 20 s is left by its browsers,
 * which ask anew for what they missed; until then nothing may be gone: some 2,000 events a second (docs/operations.md, 10×)
 * are 40,000. In Redis these are some 27 MB.
 */
const KEPT_EVENTS = 50_000;
/**
 * By bytes that many can be far more, and a Redis that is full takes none: so what is older than the longest stillness is
 * taken away as well, which a full one lets us do.
 */
const KEPT_MS = 60_000;
const TRIM_MS = 10_000;

/** How nodes hear what happens on another: through Redis. */
export class BetweenNodes {
  readonly #log: Logger;
  readonly #timeoutMs: number;
  /** The one that is written by; those that are read by are made of it. */
  readonly #writing: Redis;
  readonly #all: Redis[] = [];
  /** What keeps this node from hearing all, or from being heard. */
  readonly #missing = new Set<Redis | typeof UNTOLD>();
  readonly #makeAdapter: ReturnType<typeof createAdapter>;
  #io: SiteServer | null = null;
  #refusedAt = 0;
  /** By how much Redis' clock is ahead of this node's, in ms; by it events are numbered. */
  #ahead = 0;
  #trimmedAt = Number.NEGATIVE_INFINITY;
  #trimming: NodeJS.Timeout | undefined;

  constructor(redis: Redis, log: Logger) {
    this.#log = log;
    this.#timeoutMs = redis.options.socketTimeout ?? REDIS_TIMEOUT_MS;
    this.#writing = this.#follow(patient(redis));
    const duplicate = this.#writing.duplicate.bind(this.#writing);
    this.#writing.duplicate = (override) => this.#follow(duplicate(override));
    this.#makeAdapter = createAdapter(this.#writing, {
      // What is published goes to all databases of a Redis: the channels are of this one.
      channelPrefix: `socket.io:${redis.options.db ?? 0}`,
      streamName: STREAM,
      maxLen: KEPT_EVENTS,
      // Answers while nothing happens, before it is taken for frozen.
      blockTimeInMs: Math.floor(this.#timeoutMs / 2),
    });
  }

  /** What Socket.IO reaches the other nodes by. Whoever is connected here never waits for Redis. */
  adapter(): (namespace: Namespace) => SiteAdapter {
    const publishing = (publish: () => Promise<string>) => void this.#publish(publish);
    const makeAdapter = this.#makeAdapter;
    return madeAnew;
    // Called with `new`.
    function madeAnew(namespace: Namespace): SiteAdapter {
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
    io.on('wasApart', () => this.#reopen());
    this.#trimming = setInterval(() => this.#trim(), TRIM_MS).unref();
  }

  close(): void {
    clearInterval(this.#trimming);
    this.#io = null;
    for (const connection of this.#all) connection.disconnect();
  }

  #follow(connection: Redis): Redis {
    this.#all.push(connection);
    // Nobody waits for some of what the adapter sends; what fails must not end the process.
    const send = connection.sendCommand.bind(connection);
    connection.sendCommand = (command, stream) => {
      const answer = send(command, stream);
      Promise.resolve(answer).catch(() => {});
      return answer;
    };
    return connection
      .on('close', () => this.#missing.add(connection))
      .on('ready', () => this.#isBack(connection));
  }

  async #publish(publish: () => Promise<string>): Promise<void> {
    if (this.#missing.has(this.#writing)) return;
    try {
      const id = await publish();
      if (id) this.#ahead = Number.parseInt(id, 10) - Date.now();
      // One that is full takes now one and now the other.
      if (id && performance.now() - this.#refusedAt > this.#timeoutMs) this.#isBack(UNTOLD);
    } catch (error) {
      if (this.#missing.has(this.#writing)) return;
      // A full one is made room in at once, and not with every word that it refuses.
      if (performance.now() - this.#trimmedAt > TRIM_MS / 10) this.#trim();
      this.#refusedAt = performance.now();
      if (!this.#missing.has(UNTOLD)) this.#log.error({ err: error }, 'other nodes were not told');
      this.#missing.add(UNTOLD);
    }
  }

  #trim(): void {
    if (this.#missing.has(this.#writing)) return;
    this.#trimmedAt = performance.now();
    void this.#writing.xtrim(STREAM, 'MINID', '~', Date.now() + this.#ahead - KEPT_MS);
  }

  /** Once nothing is missing any more, browsers on every node ask for what they were not told. */
  #isBack(missing: Redis | typeof UNTOLD): void {
    if (!this.#missing.delete(missing) || this.#missing.size > 0) return;
    this.#reopen();
    this.#io?.serverSideEmit('wasApart');
  }

  /** Without the word that the site has ended it, a browser opens its connection anew. */
  #reopen(): void {
    for (const socket of this.#io?.sockets.sockets.values() ?? []) socket.conn.close();
  }
}
