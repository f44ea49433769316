import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { PGliteOptions } from '@electric-sql/pglite';
import { hash, verify } from '@node-rs/argon2';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { WAIT_MS } from '../../../scripts/testing/timeouts.ts';
import { buildApp, type Timeouts } from '../app.ts';
import { manualClock } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { QueryHooks } from '../platform/db/hooks.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import type { OutboundPolicy } from '../platform/security/outbound-fetch.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { hashToken, systemSecrets } from '../platform/security/secrets.ts';
import type { Site } from '../platform/site.ts';
import { signUp, TestBrowser, type TestPlayer } from './browser.ts';
import { createPostgresDatabase, DATABASE_TIMEOUT } from './database.ts';
import { newRedisUrl } from './redis.ts';

export * from './browser.ts';

/**
 * Return functions for secret values in tests. Fight seeds are deterministic, so that fights are reproducible. Password
 * hashes are cheap, because tests create many players.
 */
const fastSecrets = (): Secrets => {
  let fights = 0;
  return {
    ...systemSecrets,
    fightSeed: () => hashToken(`fight ${fights++}`),
    hashPassword: (password) => hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    verifyPassword: (stored, password) => verify(stored, password),
  };
};

export type TestApp = {
  site: Site;
  /** Hooks that run for every SQL statement of this site. By default, there are none. */
  queryHooks: QueryHooks;
  redis: Redis | null;
  url: string;
  clock: ReturnType<typeof manualClock>;
  /** Return a new browser without a session. */
  browser(): TestBrowser;
  /** Sign up a player, by default with a unique username. */
  player(username?: string): Promise<TestPlayer>;
  close(): Promise<void>;
};

type TestOptions = {
  env?: Record<string, string>;
  secrets?: Partial<Secrets>;
  outboundPolicy?: OutboundPolicy;
  timeouts?: Timeouts;
  /**
   * Set to true to run scheduled jobs, the monitoring of this node, and the timers that pair ranked players and resolve
   * passed deadlines of fights.
   * They are off by default, because they would change data during a test.
   */
  schedule?: boolean;
  /** The log of the site. By default, nothing is logged. */
  log?: Logger;
  /**
   * An existing node of the same site. The new node uses the same database and session secret. The option works only
   * with PostgreSQL and Redis.
   */
  sharedWith?: TestApp;
  /** The data folder of an embedded database. Closing the site does not delete this folder. */
  embedded?: string;
};

/**
 * Create a whole site that listens on a free port and has a manual clock. By default, it has a new database, and rate
 * limits are off. If the test run has PostgreSQL and Redis, the site uses them. Without PostgreSQL, the database is
 * embedded. If `embedded` is given, the database is always embedded, and the site does not use Redis.
 */
export async function createTestApp({
  env = {},
  secrets = {},
  outboundPolicy = {},
  timeouts = {},
  schedule = false,
  log,
  sharedWith,
  embedded,
}: TestOptions = {}): Promise<TestApp> {
  const dataDir = embedded ?? temporaryFolder();
  const own = sharedWith
    ? databaseOf(sharedWith)
    : embedded
      ? { url: null, drop: async () => {} }
      : await newDatabase(dataDir);
  const redis =
    process.env.TEST_REDIS_URL && !embedded
      ? (sharedWith?.site.config.redisUrl ?? (await newRedisUrl()))
      : null;
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATABASE_TIMEOUT_MS: DATABASE_TIMEOUT,
    SESSION_SECRET: sharedWith?.site.config.sessionSecret ?? randomBytes(32).toString('hex'),
    ...(own.url && { DATABASE_URL: own.url }),
    ...(redis && { REDIS_URL: redis }),
    ...env,
  });
  const clock = manualClock(new Date('2026-06-01T12:00:00Z'));
  const queryHooks: QueryHooks = {};
  const compiled = own.url ? {} : await compileDatabaseOnce();
  const app = await buildApp(config, await openDatabase(config, { compiled, hooks: queryHooks }), {
    clock,
    secrets: { ...fastSecrets(), ...secrets },
    outboundPolicy,
    // Use long timeouts. With the usual ones, a dashboard on a slow machine could lack parts that a test expects, and a
    // request for an image could get the status 503.
    timeouts: { dashboardPartMs: WAIT_MS, externalImageMs: WAIT_MS, ...timeouts },
    ...(log && { log }),
    schedule,
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
    queryHooks,
    redis: app.redis,
    url,
    clock,
    browser: () => keep(new TestBrowser(url)),
    player: async (username) => keep(await signUp(url, username)),
    close: async () => {
      for (const browser of browsers) browser.closeSockets();
      await app.close();
      await own.drop();
      if (!embedded) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Create a site before all tests of a file, and close it after all of them. */
export function useTestApp(options: TestOptions = {}): TestApp {
  let opened: TestApp | undefined;
  beforeAll(async () => {
    opened = await createTestApp(options);
  });
  afterAll(() => opened?.close());
  const app = (): TestApp => {
    if (!opened) throw new Error('The site has not started');
    return opened;
  };
  return {
    get site() {
      return app().site;
    },
    get queryHooks() {
      return app().queryHooks;
    },
    get redis() {
      return app().redis;
    },
    get url() {
      return app().url;
    },
    get clock() {
      return app().clock;
    },
    browser: () => app().browser(),
    player: (username) => app().player(username),
    close: () => app().close(),
  };
}

let compiledAssets: Promise<PGliteOptions> | undefined;

/**
 * Return the compiled code of the embedded database. It is compiled only once per process, because compiling takes
 * longer than most test files.
 */
function compileDatabaseOnce(): Promise<PGliteOptions> {
  const read = (name: string) => readFile(new URL(name, import.meta.resolve('@electric-sql/pglite')));
  compiledAssets ??= Promise.all([read('pglite.wasm'), read('pglite.data')]).then(async ([wasm, data]) => ({
    pgliteWasmModule: await WebAssembly.compile(wasm),
    fsBundle: new Blob([data]),
  }));
  return compiledAssets;
}

type TestDatabase = { url: string | null; drop(): Promise<void> };

function databaseOf({ site: { config } }: TestApp): TestDatabase {
  return { url: config.databaseUrl, drop: async () => {} };
}

async function newDatabase(dataDir: string): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    // Copy a prepared database, which is faster than creating a new one.
    if (process.env.TEST_TEMPLATE_FOLDER)
      cpSync(process.env.TEST_TEMPLATE_FOLDER, dataDir, { recursive: true });
    return { url: null, drop: async () => {} };
  }
  return createPostgresDatabase(server, { copyOf: process.env.TEST_TEMPLATE_DATABASE });
}
