import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { squareImageUrl } from '@rivalhold/shared/image-sizes.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { findServices, type RunningServices, startServices } from '../../../../scripts/testing/services.ts';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { DATABASE_DEFAULTS, readConfig } from '../../platform/config.ts';
import { sql } from '../../platform/db/db.ts';
import { type Database, openDatabase } from '../../platform/db/open-database.ts';
import { openFiles } from '../../platform/files/open-storage.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import type { Site } from '../../platform/site.ts';
import { signUp, signUpBody, type TestApp } from '../../testing/app.ts';
import { createPostgresDatabase, type TestDatabase } from '../../testing/database.ts';
import { FakeS3 } from '../../testing/fake-s3.ts';
import { FakeMailServer } from '../../testing/mail.ts';
import { reportMeasurements } from '../../testing/measurements.ts';
import { query } from '../../testing/queries.ts';
import { ServerProcess } from '../../testing/server-process.ts';
import { TcpProxy } from '../../testing/tcp-proxy.ts';
import { bookkeepingErrors } from '../security/consistency.ts';
import { findLostWrites } from './lost-writes.ts';
import { FILE_ACTIONS, type VirtualUser, VirtualUsers } from './virtual-users.ts';

vi.setConfig({
  testTimeout: slowTestTimeout(LONG ? 1_800_000 : 240_000),
  hookTimeout: slowTestTimeout(90_000),
});

const PLAYERS = LONG ? 12 : 4;
/** Pause (ms) of each player between two rounds of actions. Without pauses, players keep all CPU cores busy. */
const PAUSE_MS = LONG ? 0 : 250;
/** Number of kills of each kind of process. */
const KILLS = LONG ? { node: 70, postgres: 15, redis: 15 } : { node: 1, postgres: 1, redis: 1 };
/** Maximum time (ms) between a recovery and the next kill. Kills at different moments interrupt different actions. */
const MAX_PAUSE_MS = 1_000;
const FROZEN_MS = 20_000;
const AWAY_MS = LONG ? 5_000 : 1_500;
/** Maximum number of PostgreSQL connections. It is enough for three nodes. */
const CONNECTIONS = 100;
/** Maximum number of open files and connections of an idle node. */
const MAX_OPEN = 150;

const proxy = new TcpProxy();
const mails = new FakeMailServer();
let services: RunningServices;
let made: TestDatabase;
let store: FakeS3;
/** The proxy in front of the object store. */
let files: TcpProxy;
let env: Record<string, string>;
let database: Database;
let virtualUsers: VirtualUsers;
/** The longest recovery after each kind of failure. */
const recovered: {
  failure: string;
  times: number;
  'recovered after, s': number;
  '503 so far': number;
  'cut off so far': number;
}[] = [];
const nodes: { server: ServerProcess; port: number }[] = [];

async function addNode(): Promise<void> {
  const server = new ServerProcess(env);
  nodes.push({ server, port: await server.start() });
  proxy.targets = nodes.map(({ port }) => port);
}

beforeAll(async () => {
  const found = findServices();
  if (found === null) throw new Error('PostgreSQL or Redis is not installed');
  services = await startServices(found, { connections: CONNECTIONS });
  made = await createPostgresDatabase(services.databaseUrl);
  store = await FakeS3.start();
  files = new TcpProxy(store.env.S3_ENDPOINT);
  await files.open();
  env = {
    ...store.env,
    // Requests must be rejected while PostgreSQL is frozen.
    DATABASE_TIMEOUT_MS: String(DATABASE_DEFAULTS.databaseTimeoutMs),
    S3_ENDPOINT: files.through(store.env.S3_ENDPOINT ?? ''),
    DATABASE_URL: made.url,
    REDIS_URL: services.redisUrl,
    SMTP_URL: `smtp://127.0.0.1:${await mails.start()}`,
    SESSION_SECRET: 'x'.repeat(32),
    // Turn the log off, because nodes log many expected errors while services are down.
    LOG_LEVEL: 'silent',
  };
  await proxy.open();
  await Promise.all([addNode(), addNode()]);
  virtualUsers = await VirtualUsers.of(proxy.url, PLAYERS, { pauseMs: PAUSE_MS });
  virtualUsers.start();
  await virtualUsers.waitForProgress({ pictures: 1 });
});
afterAll(async () => {
  await virtualUsers?.stop();
  proxy.stopAccepting();
  await database?.close();
  for (const { server } of nodes) await server.stop();
  files?.stopAccepting();
  await store?.stop();
  await mails.stop();
  await services?.stop();
});

const sum = (of: keyof VirtualUser['counted']) =>
  virtualUsers.users.reduce((all, one) => all + one.counted[of], 0);

/**
 * Expect that every user completes a round of actions within 60 s without unexpected responses. Users repeat a call
 * after a 503 or a lost connection.
 */
async function expectProgress(failure: string, wanted?: { pictures: number }): Promise<void> {
  const ms = await virtualUsers.waitForProgress(wanted);
  const last = recovered.at(-1)?.failure === failure ? recovered.pop() : undefined;
  recovered.push({
    failure,
    times: (last?.times ?? 0) + 1,
    'recovered after, s': Math.max(last?.['recovered after, s'] ?? 0, Math.round(ms / 100) / 10),
    '503 so far': sum('away'),
    'cut off so far': sum('cut'),
  });
  expect(virtualUsers.drainErrors()).toEqual([]);
}

/**
 * Expect the same as `expectProgress`, and expect that jobs run again: a new player must receive an email.
 */
async function expectRecovery(failure: string, wanted?: { pictures: number }): Promise<void> {
  await expectProgress(failure, wanted);
  const { username } = await signUp(proxy.url);
  await expect.poll(() => mails.messagesTo(signUpBody(username).email)).not.toEqual([]);
}

it('the site recovers each time a node is killed', async () => {
  for (let kill = 0; kill < KILLS.node; kill++) {
    await sleep(Math.random() * MAX_PAUSE_MS);
    const { server, port } = nodes[kill % nodes.length] as (typeof nodes)[number];
    await server.kill();
    // After every other kill, beginning with the first, let the other node serve all requests for a while before the
    // restart.
    if (kill % 2 === 0) await virtualUsers.waitForProgress();
    await server.start(port);
    await expectProgress('a node killed');
  }
  await expectRecovery('all nodes back');
});

it.each([
  ['PostgreSQL', 'postgres'],
  ['Redis', 'redis'],
] as const)('the site recovers each time %s is killed', async (name, service) => {
  for (let kill = 0; kill < KILLS[service]; kill++) {
    await sleep(Math.random() * MAX_PAUSE_MS);
    await services.control(service, 'kill');
    await sleep(AWAY_MS);
    await services.control(service, 'start');
    await expectProgress(`${name} killed`);
  }
  await expectRecovery(`${name} back`);
});

// A short run skips these tests. Two other test files cover similar failures: nodes.test.ts stops a node, and
// outages.test.ts lets the database hang.
if (LONG) {
  it('the site keeps working while a node is added and another is stopped', async () => {
    await addNode();
    proxy.disconnect();
    await expectRecovery('a node added');
    const [first] = nodes.splice(0, 1);
    proxy.targets = nodes.map(({ port }) => port);
    await first?.server.kill('SIGTERM');
    await first?.server.stop();
    await expectRecovery('a node removed');
  });

  it(`the site recovers after PostgreSQL has hung for ${FROZEN_MS / 1000} s`, async () => {
    const before = sum('away');
    await services.control('postgres', 'freeze');
    await sleep(FROZEN_MS);
    await services.control('postgres', 'thaw');
    // Requests that waited for the database must have got a 503.
    expect(sum('away') - before).toBeGreaterThan(0);
    await expectRecovery('PostgreSQL frozen');
  });

  it('the site recovers after other clients have used up all database connections', async () => {
    const taken: pg.Client[] = [];
    const take = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: services.databaseUrl, application_name: 'greedy' });
      client.on('error', () => {});
      return client.connect().then(
        () => taken.push(client) > 0,
        () => false,
      );
    };
    await take();
    // Close the site's connections, so that the other clients can use up all connections.
    await taken[0]?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name <> 'greedy' and backend_type = 'client backend'`,
    );
    // Take connections until no connection is left.
    for (let until = Number.POSITIVE_INFINITY; performance.now() < until; ) {
      const got = await Promise.all(Array.from({ length: 20 }, take));
      if (got.some(Boolean)) continue;
      until = Math.min(until, performance.now() + AWAY_MS);
      await sleep(50);
    }
    expect(taken.length).toBeGreaterThan(CONNECTIONS / 2);
    await Promise.all(taken.map((client) => client.end()));
    await expectRecovery('no database connection left');
  });
}

type Outage = [what: string, ms: number, startOutage: () => Promise<void>, endOutage: () => Promise<void>];
const DOWN: Outage = ['is down', AWAY_MS, async () => files.stopAccepting(), () => files.open()];
const OTHER_OUTAGES: Outage[] = [
  ['rejects all requests', AWAY_MS, () => store.rejectWith(403), () => store.rejectWith(null)],
  ['is overloaded', AWAY_MS, () => store.rejectWith(503), () => store.rejectWith(null)],
  ['hangs', FROZEN_MS, async () => files.pause(), async () => files.resume()],
];
it.each(LONG ? [...OTHER_OUTAGES, DOWN] : [DOWN])(
  'only images are affected while the object store %s',
  async (what, ms, startOutage, endOutage) => {
    virtualUsers.drainUnavailable();
    await startOutage();
    const until = performance.now() + ms;
    const away = new Set<string>();
    try {
      while (performance.now() < until || away.size === 0) {
        await virtualUsers.waitForProgress();
        for (const { server } of nodes) expect(await server.isReady()).toBe(true);
        for (const what of virtualUsers.drainUnavailable()) away.add(what);
      }
      expect([...away].filter((what) => !FILE_ACTIONS.has(what))).toEqual([]);
    } finally {
      await endOutage();
    }
    await expectRecovery(`the file store ${what}`, { pictures: 1 });
  },
);

it('no acknowledged action is lost or duplicated', async () => {
  await virtualUsers.stop();
  database = await openDatabase({ databaseUrl: made.url, dataDir: '' });
  const app = { site: { db: database.db } } as TestApp;
  expect(await bookkeepingErrors(app)).toEqual([]);
  const stored = await findLostWrites(virtualUsers, database.db);
  expect(stored.attacks).toBeGreaterThan(PLAYERS);
  expect(virtualUsers.drainErrors()).toEqual([]);
  const photos = await query<{ file_key: string; thumb_key: string }>(
    database.db,
    sql`select file_key, thumb_key from photos`,
  );
  const named = photos.flatMap((row) => [row.file_key, row.thumb_key, squareImageUrl(row.file_key, 240)]);
  const log = pino({ level: 'silent' });
  const later = { now: () => new Date(Date.now() + 2 * HOUR) };
  const site = { log, clock: later, files: await openFiles(readConfig(env), log) } as Site;
  // Repeat this check until it succeeds, because the nodes might still be deleting files.
  await expect
    .poll(async () => {
      await deleteOrphanedFiles(database.db, site);
      return store.keys();
    })
    .toEqual(named.sort());
  // Uploads that the store rejected must not leave files open.
  for (const { server } of nodes) expect(await server.metric('process_open_fds')).toBeLessThan(MAX_OPEN);

  const counts = Object.entries(stored).map(([what, count]) => `${formatNumber(count)} ${what}`);
  const about = `${PLAYERS} virtual users with ${formatNumber(sum('acts'))} actions, of which none was lost or repeated, among them ${counts.join(', ')}`;
  reportMeasurements('faults', about, recovered);
});
