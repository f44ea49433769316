/**
 * Measures the reads that no other measurement has, by the players of the demo world on a throw-away PostgreSQL of this
 * machine, against a bare Fastify on the same driver (`node bench/reads.ts [rounds]`). Prints the ratios and writes them
 * into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { hashToken, newToken } from '../server/src/platform/secrets.ts';
import { asOwner } from '../server/src/testing-database.ts';
import { measure, type Target } from './load.ts';
import { writeMeasurements } from './report.ts';
import { folder, startServer } from './server.ts';
import { newDatabase, openSite, ownEngines, ratios, SESSION_SECRET, withoutType } from './sites.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const AIM = 0.35;

type Reader = { id: number; other: number };
/** What a player with one they write to asks for. */
const READS: { name: string; path: (reader: Reader) => string; aim?: number }[] = [
  { name: 'GET /api/store', path: () => '/api/store', aim: 1 },
  { name: 'GET /api/inventory/user/{id}', path: ({ id }) => `/api/inventory/user/${id}` },
  { name: 'GET /api/coins/history', path: () => '/api/coins/history' },
  { name: 'GET /api/notifications', path: () => '/api/notifications' },
  { name: 'GET /api/notifications/unread-counts', path: () => '/api/notifications/unread-counts' },
  { name: 'GET /api/friendships', path: () => '/api/friendships' },
  { name: 'GET /api/dms', path: () => '/api/dms' },
  { name: 'GET /api/dms/{userId}', path: ({ other }) => `/api/dms/${other}` },
  { name: 'GET /api/activity', path: () => '/api/activity' },
  { name: 'GET /api/clips/feed', path: () => '/api/clips/feed' },
  { name: 'GET /api/photos/user/{userId}', path: ({ other }) => `/api/photos/user/${other}` },
  {
    name: 'GET /api/profiles/{id}/status/comments',
    path: ({ other }) => `/api/profiles/${other}/status/comments`,
  },
  { name: 'GET /api/combat/open', path: () => '/api/combat/open' },
  { name: 'GET /api/game/{userId}', path: ({ id }) => `/api/game/${id}` },
  { name: 'GET /api/forum-categories', path: () => '/api/forum-categories' },
];

const running = await ownEngines();
const databaseUrl = await newDatabase(running.databaseUrl, 'reads');
const world = await startServer('server/src/main.ts', {
  SESSION_SECRET,
  DEMO_PASSWORD: 'for-nobody-to-know',
  DATA_DIR: folder(),
  DATABASE_URL: databaseUrl,
  SEED: 'demo',
  LOG_LEVEL: 'warn',
});
await world.stop();
const readers: Reader[] = [];
const site = await openSite(databaseUrl, signIn);
const bare = await startServer('bench/feed-baseline.ts', {
  DATABASE_URL: await newDatabase(running.databaseUrl, 'bare'),
});
const results = await measure(targets(), ROUNDS);
await Promise.all([site.stop(), bare.stop()]);
await running.stop();
writeMeasurements(
  'reads',
  [
    `Other reads, by ${readers.length} players of the demo world on PostgreSQL. 50 connections, ${ROUNDS} rounds in turn, medians;`,
    `${availableParallelism()} processors shared by load, server and database. The bare handler is \`bench/feed-baseline.ts\`: one`,
    'indexed join of ten rows.',
    '',
    ...ratios(
      results,
      READS.map(({ name, aim = AIM }) => ({ name, to: 'bare page', aim })),
    ),
  ].join('\n'),
);
process.exit();

/** Signs in those who have written with somebody; answers their tokens. */
async function signIn(): Promise<string[]> {
  readers.push(
    ...(await asOwner<Reader>(
      databaseUrl,
      `select sender_id::integer as id, min(receiver_id)::integer as other from messages group by sender_id
       order by count(*) desc limit 50`,
    )),
  );
  const tokens = readers.map(newToken);
  const rows = tokens.map(
    (token, index) =>
      `('${hashToken(token)}', ${readers[index]?.id}, 'bench', '127.0.0.1', true, now(), now(), now() + interval '1 day')`,
  );
  await asOwner(
    databaseUrl,
    `insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
     values ${rows.join(',')}`,
  );
  await asOwner(databaseUrl, 'analyze');
  return tokens;
}

function targets(): Target[] {
  const own = READS.map(
    ({ name, path }): Target => ({
      name,
      url: site.url,
      requests: (connection) => {
        const index = connection % readers.length;
        return [{ path: path(readers[index] as Reader), headers: withoutType(site.headers[index]) }];
      },
    }),
  );
  return [{ name: 'bare page', url: bare.url, requests: () => [{ path: '/page' }] }, ...own];
}
