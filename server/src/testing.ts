import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { hash, verify } from '@node-rs/argon2';
import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import type { ClientToServer, RouteKey, RouteOf, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import { PATIENCE_MS } from '../../scripts/testing/patience.ts';
import { scratchFolder } from '../../scripts/testing/scratch.ts';
import { buildApp } from './app.ts';
import { manualClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/open.ts';
import type { Reach } from './platform/outside.ts';
import { hashToken, systemSecrets } from './platform/secrets.ts';
import type { Secrets, Site } from './platform/site.ts';
import { newPostgres } from './testing-database.ts';

export const PASSWORD = 'ember-and-anvil';

/** Seeds that are the same in every run, and hashes that are cheap, since tests make many players. */
const quickSecrets = (): Secrets => {
  let fights = 0;
  return {
    ...systemSecrets,
    fightSeed: () => hashToken(`fight ${fights++}`),
    hashPassword: (password) => hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    verifyPassword: verify,
  };
};

export type Answer<K extends RouteKey = RouteKey> = {
  status: number;
  headers: Headers;
  body: Reply<RouteOf<K>> & Partial<ErrorBody>;
};
export type CallOptions = {
  /** Replaces `{name}` in the path. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
};
export type TestSocket = Socket<ServerToClient, ClientToServer>;

/** What each socket has heard since it was opened. */
const heardBy = new WeakMap<TestSocket, [string, unknown][]>();

/** A browser with its cookies. Calls send the CSRF token as the real client does. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly url: string;
  readonly #sockets: TestSocket[] = [];

  constructor(url: string) {
    this.url = url;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps the cookies of an answer, by its `Set-Cookie` lines. */
  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const value = decodeURIComponent(pair.slice(name.length + 1));
      const gone = value === '' || attributes.some((attribute) => attribute === 'Max-Age=0');
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** One request, whatever it is; keeps the cookies that come back. */
  async fetch(
    pathname: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await fetch(this.url + pathname, {
      redirect: 'manual',
      ...init,
      headers: { cookie: this.cookieHeader, ...init.headers },
    });
    this.keep(response.headers.getSetCookie());
    return response;
  }

  /** Calls a route of the contract by its key. */
  async call<K extends RouteKey>(key: K, options: CallOptions = {}): Promise<Answer<K>> {
    const [method = 'GET', template = ''] = key.split(' ');
    const pathname = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(options.params?.[name])),
    );
    const query = options.query
      ? `?${new URLSearchParams(Object.entries(options.query).map(([name, value]) => [name, String(value)]))}`
      : '';
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.fetch('/api/csrf/restore');
    const response = await this.fetch(pathname + query, {
      method,
      headers: {
        ...(method !== 'GET' && { 'x-csrf-token': this.cookies.get('XSRF-TOKEN') ?? '' }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer<K>['body'],
    };
  }

  /** Opens a socket with this browser's cookies; rejects when it is refused. */
  async socket(headers: Record<string, string> = {}): Promise<TestSocket> {
    const socket: TestSocket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: this.cookieHeader, ...headers },
    });
    this.#sockets.push(socket);
    const heard: [string, unknown][] = [];
    heardBy.set(socket, heard);
    socket.onAny((event: string, payload: unknown) => heard.push([event, payload]));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  closeSockets(): void {
    for (const socket of this.#sockets) socket.disconnect();
  }
}

/** A player who has signed up, in a browser of their own. */
export class TestPlayer extends TestBrowser {
  readonly id: number;
  readonly username: string;

  constructor(url: string, id: number, username: string) {
    super(url);
    this.id = id;
    this.username = username;
  }
}

/** The same browser at another node. */
export function onNode({ url }: TestApp, { id, username, cookies }: TestPlayer): TestPlayer {
  const other = new TestPlayer(url, id, username);
  for (const [name, value] of cookies) other.cookies.set(name, value);
  return other;
}

export type TestApp = {
  site: Site;
  url: string;
  clock: ReturnType<typeof manualClock>;
  /** A guest's browser. */
  browser(): TestBrowser;
  /** Signs somebody up; a name is made when none is given. */
  player(username?: string): Promise<TestPlayer>;
  close(): Promise<void>;
};

export type TestOptions = {
  env?: Record<string, string>;
  secrets?: Partial<Secrets>;
  reach?: Reach;
  /** Another node of the same site: on its database and with its secret. Both need Redis. */
  beside?: TestApp;
  /** The folder of an embedded database, in place of a database of its own; it is left. */
  embedded?: string;
};

let made = 0;
export const uniqueName = (): string =>
  `hero${process.pid.toString(36)}${(made++).toString(36)}`.padEnd(4, 'x');

/**
 * The whole site on a database of its own, listening on a free port, with a clock that stands still: on the real
 * PostgreSQL and Redis where the test run has them, else on the embedded one. Rate limits are off unless asked.
 */
export async function createTestApp({
  env = {},
  secrets = {},
  reach = {},
  beside,
  embedded,
}: TestOptions = {}): Promise<TestApp> {
  const dataDir = embedded ?? scratchFolder();
  const own = beside
    ? databaseOf(beside)
    : embedded
      ? { url: null, open: () => openDatabase({ databaseUrl: null, dataDir }), drop: async () => {} }
      : await newDatabase(dataDir);
  const redis =
    process.env.TEST_REDIS_URL && !embedded
      ? await redisOfWorker(process.env.TEST_REDIS_URL, beside === undefined)
      : null;
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    SESSION_SECRET: beside?.site.config.sessionSecret ?? randomBytes(32).toString('hex'),
    ...(own.url && { DATABASE_URL: own.url }),
    ...(redis && { REDIS_URL: redis }),
    ...env,
  });
  const clock = manualClock(new Date('2026-06-01T12:00:00Z'));
  const app = await buildApp(config, await openDatabase(config), {
    clock,
    secrets: { ...quickSecrets(), ...secrets },
    reach,
    log: pino({ level: config.logLevel }),
    // A test would not know what else is done, and counted, while it looks.
    schedule: false,
  });
  await app.http.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.http.app.server.address() as AddressInfo).port}`;
  const browsers: TestBrowser[] = [];
  const keep = <B extends TestBrowser>(browser: B): B => {
    browsers.push(browser);
    return browser;
  };

  return {
    site: app.site,
    url,
    clock,
    browser: () => keep(new TestBrowser(url)),
    player: async (username = uniqueName()) => {
      const guest = new TestBrowser(url);
      const { status, body } = await guest.call('POST /api/users', { body: signUpBody(username) });
      if (status !== 201) throw new Error(`Sign-up answered ${status}: ${JSON.stringify(body)}`);
      const player = keep(new TestPlayer(url, body.user.id, username));
      for (const [name, value] of guest.cookies) player.cookies.set(name, value);
      return player;
    },
    close: async () => {
      for (const browser of browsers) browser.closeSockets();
      await app.close();
      await own.drop();
      if (!embedded) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const signUpBody = (username: string) => ({
  username,
  firstName: 'Test',
  lastName: 'Player',
  email: `${username.toLowerCase()}@test.invalid`,
  password: PASSWORD,
});

type OwnDatabase = { url: string | null; drop(): Promise<void> };

function databaseOf({ site: { config } }: TestApp): OwnDatabase {
  return { url: config.databaseUrl, drop: async () => {} };
}

async function newDatabase(dataDir: string): Promise<OwnDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    // Made once for all: that takes longer than to copy it.
    if (process.env.TEST_MADE_FOLDER) cpSync(process.env.TEST_MADE_FOLDER, dataDir, { recursive: true });
    return { url: null, drop: async () => {} };
  }
  return newPostgres(server);
}

/**
 * A part of the throw-away Redis that no test file running beside this one uses: rooms and limits go by ids, and every
 * database begins them at 1. Emptied for a site of its own; one that stands beside another finds what that one counted.
 */
async function redisOfWorker(server: string, isNew: boolean): Promise<string> {
  const url = new URL(server);
  url.pathname = `/${process.env.VITEST_POOL_ID ?? 0}`;
  if (isNew) {
    const redis = new Redis(url.href);
    await redis.flushdb().finally(() => redis.disconnect());
  }
  return url.href;
}

/** The first event of that name of a socket: what the site says by itself may come before a test can listen. */
export const firstEvent = <E extends keyof ServerToClient>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerToClient[E]>[0]> =>
  vi.waitFor(() => {
    const found = heardBy.get(socket)?.find(([name]) => name === event);
    if (found === undefined) throw new Error(`No ${event} came`);
    return found[1] as Parameters<ServerToClient[E]>[0];
  });

/** Waits for the next event of that name of a socket: to be called before what brings it about. */
export function nextEvent<E extends keyof ServerToClient>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerToClient[E]>[0]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} came`)), PATIENCE_MS);
    socket.once(event, ((payload: Parameters<ServerToClient[E]>[0]) => {
      clearTimeout(timer);
      resolve(payload);
    }) as never);
  });
}
