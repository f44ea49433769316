/**
 * Measures the reads that no other measurement has on a throw-away PostgreSQL of this machine: by the players of the demo
 * world against a bare Fastify on the same driver, and how they grow with what players do (`node bench/reads.ts [rounds]
 * [many]`). Prints the ratios and writes them into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { hashToken, newToken } from '../server/src/platform/security/secrets.ts';
import { runAsOwner } from '../server/src/testing/database.ts';
import { fillDatabase } from './feed-data.ts';
import { ADMIN, historyStatements, PARTNER, RARE_NAME, READER } from './history-data.ts';
import { measure, type Target } from './load.ts';
import {
  concurrentPages,
  DASHBOARD_READS,
  DEMO_IDS_SQL,
  type DemoIds,
  EXTRA_DATA,
  FIFTY,
  PAGE,
  PUSH_DEVICES,
  READ_CASES,
  REPORT_READS,
  type ReadCase,
  type Reader,
  SHARED_FIRST_PAGES,
} from './read-cases.ts';
import { writeMeasurements } from './report.ts';
import { startServer, temporaryFolder } from './server.ts';
import {
  type BenchSite,
  compareThroughput,
  createDatabase,
  MAX_GROWTH,
  measureGrowth,
  type ReadRequest,
  SESSION_SECRET,
  startBenchSite,
  startOwnServices,
  tableHead,
  withoutContentType,
} from './sites.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const AIM = 0.35;
const FEW = 10_000;
const SIZES = [FEW, 10 * FEW, Number(process.argv[3] ?? 1_000_000)];
const CALLS = 200;

/** Of the player whom a hundredth of all rows belong to, unless by an admin; `far` is a row in the middle of all. */
const GROWN: { name: string; path: (far: number) => string; isStaff?: true }[] = [
  { name: 'GET /api/dashboard', path: () => '/api/dashboard' },
  { name: 'GET /api/notifications', path: () => '/api/notifications' },
  { name: 'GET /api/notifications/unread-counts', path: () => '/api/notifications/unread-counts' },
  { name: 'GET /api/dms', path: () => '/api/dms' },
  { name: 'GET /api/dms/{userId}', path: () => `/api/dms/${PARTNER}` },
  { name: 'GET /api/dms/{userId}, what was missed', path: (far) => `/api/dms/${PARTNER}?after=${far / 10}` },
  { name: 'GET /api/dms/sync', path: () => `/api/dms/sync?since=${new Date().toISOString()}` },
  { name: 'GET /api/dms/unread/count', path: () => '/api/dms/unread/count' },
  { name: 'GET /api/coins/history', path: () => '/api/coins/history' },
  { name: 'GET /api/coins/history, far', path: (far) => `/api/coins/history?cursor=${far}` },
  { name: 'GET /api/activity', path: () => '/api/activity?scope=global' },
  { name: 'GET /api/activity of a player', path: () => `/api/activity?userId=${READER}` },
  { name: 'GET /api/photos/user/{userId}', path: () => `/api/photos/user/${READER}?limit=6` },
  { name: 'GET /api/photos', path: () => '/api/photos?owner=me' },
  {
    name: 'GET /api/profiles/{id}/status/comments',
    path: () => `/api/profiles/${READER}/status/comments?limit=20`,
  },
  { name: 'GET /api/profiles/{id}', path: () => `/api/profiles/${READER}` },
  { name: 'GET /api/clips/feed', path: () => '/api/clips/feed' },
  { name: 'GET /api/combat/open', path: () => '/api/combat/open' },
  { name: 'GET /api/game/{userId}', path: () => `/api/game/${READER}` },
  { name: 'GET /api/inventory/user/{id}', path: () => `/api/inventory/user/${READER}` },
  { name: 'GET /api/friendships', path: () => '/api/friendships' },
  { name: 'GET /api/friend-requests', path: () => '/api/friend-requests' },
  { name: 'GET /api/friend-requests/outgoing', path: () => '/api/friend-requests/outgoing' },
  { name: 'GET /api/blocks', path: () => '/api/blocks' },
  { name: 'GET /api/sessions', path: () => '/api/sessions' },
  { name: 'GET /api/leaderboard', path: () => '/api/leaderboard' },
  { name: 'GET /api/combat/fights/{id}', path: (far) => `/api/combat/fights/${far}` },
  { name: 'GET /api/admin/users', path: () => '/api/admin/users', isStaff: true },
  {
    name: 'GET /api/admin/users, in most names',
    path: () => '/api/admin/users?search=quiet',
    isStaff: true,
  },
  {
    name: 'GET /api/admin/users, in ten names',
    path: () => `/api/admin/users?search=${RARE_NAME}`,
    isStaff: true,
  },
  { name: 'GET /api/mod/mutes', path: () => '/api/mod/mutes', isStaff: true },
  { name: 'GET /api/admin/audit', path: () => '/api/admin/audit', isStaff: true },
  { name: 'GET /api/mod/reports', path: () => '/api/mod/reports', isStaff: true },
  { name: 'GET /api/mod/reports, resolved', path: () => '/api/mod/reports?state=resolved', isStaff: true },
];

const running = await startOwnServices();
const databaseUrl = await createDatabase(running.databaseUrl, 'reads');
const world = await startServer('server/src/main.ts', {
  SESSION_SECRET,
  DEMO_PASSWORD: 'for-nobody-to-know',
  DATA_DIR: temporaryFolder(),
  DATABASE_URL: databaseUrl,
  SEED: 'demo',
  LOG_LEVEL: 'warn',
});
await world.stop();
const readers: Reader[] = [];
const tokens = await signIn();
// Of first pages that are the same for all: blocks make them somebody's own.
const copyUrl = await createDatabase(running.databaseUrl, 'of_several', 'reads');
for (const statement of [...EXTRA_DATA, PUSH_DEVICES, 'analyze']) await runAsOwner(databaseUrl, statement);
const [known] = (await runAsOwner<DemoIds>(databaseUrl, DEMO_IDS_SQL)) as [DemoIds];
const site = await startBenchSite(databaseUrl, async () => tokens);
const multiNodeSite = await startBenchSite(copyUrl, async () => tokens, { REDIS_URL: running.redisUrl });
const bare = await startServer('bench/feed-baseline.ts', {
  DATABASE_URL: await createDatabase(running.databaseUrl, 'bare'),
});
const results = await measure(targets(), ROUNDS);
await Promise.all([site, multiNodeSite, bare].map((one) => one.stop()));
const sites: BenchSite[] = [];
for (const size of SIZES) {
  const url = await createDatabase(running.databaseUrl, `lives_${size}`);
  sites.push(await startBenchSite(url, () => fillDatabase(url, historyStatements(size))));
}
const grown = await measureGrowth(sites, GROWN.map(caseOf), CALLS);
await Promise.all(sites.map((one) => one.stop()));
await running.stop();
writeMeasurements(
  'reads',
  [
    `Other reads, by ${readers.length} players of the demo world on PostgreSQL. 50 connections, ${ROUNDS} rounds in turn, medians;`,
    `${availableParallelism()} processors shared by load, server and database. The bare handler is \`bench/feed-baseline.ts\`: one`,
    `indexed join of ten rows, or of fifty for pages of so many; for the dashboard and the file of a report, which are ${DASHBOARD_READS}`,
    `and ${REPORT_READS} reads in one answer, as many of them side by side.`,
    '',
    ...compareThroughput(
      results,
      [...READ_CASES, ...SHARED_FIRST_PAGES].map(({ name, aim = AIM, to = PAGE }) => ({ name, to, aim })),
    ),
    `Among so many rows of each table that grows with what players do, and so many players, a hundredth of them the reader's own and a tenth of`,
    `all messages in one conversation: median ms of ${CALLS} answers, in turn, one at a time, the way there and back included.`,
    `Most were made in ${sites.at(-1)?.madeIn.toFixed(0)} s. Among most at most ${MAX_GROWTH} times as long as among fewest.`,
    '',
    ...tableHead(SIZES.map((size) => `${size.toLocaleString('en')} rows`)),
    ...grown,
  ].join('\n'),
);
process.exit();

function caseOf({ name, path, isStaff }: (typeof GROWN)[number]): ReadRequest {
  return { name, path: (_, at) => path((SIZES[at] ?? 0) / 2), as: (isStaff ? ADMIN : READER) - 1 };
}

/** Signs in those who have written with somebody, and last an admin; answers their tokens. */
async function signIn(): Promise<string[]> {
  readers.push(
    ...(await runAsOwner<Reader>(
      databaseUrl,
      `select sender_id::integer as id, min(receiver_id)::integer as other from messages group by sender_id
       order by count(*) desc limit 50`,
    )),
  );
  const [admin] = await runAsOwner<{ id: number }>(
    databaseUrl,
    "select id::integer from users where role = 'admin' limit 1",
  );
  const ids = [...readers.map(({ id }) => id), admin?.id];
  const tokens = ids.map(newToken);
  const rows = tokens.map(
    (token, index) =>
      `('${hashToken(token)}', ${ids[index]}, 'bench', '127.0.0.1', true, now(), now(), now() + interval '1 day')`,
  );
  await runAsOwner(
    databaseUrl,
    `insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
     values ${rows.join(',')}`,
  );
  await runAsOwner(databaseUrl, 'analyze');
  return tokens;
}

function targets(): Target[] {
  return [
    { name: PAGE, url: bare.url, requests: () => [{ path: '/page' }] },
    { name: FIFTY, url: bare.url, requests: () => [{ path: '/fifty' }] },
    ...[DASHBOARD_READS, REPORT_READS].map((count) => ({
      name: concurrentPages(count),
      url: bare.url,
      requests: () => [{ path: `/pages/${count}` }],
    })),
    ...READ_CASES.map((read) => targetOf(read, site)),
    ...SHARED_FIRST_PAGES.map((read) => targetOf(read, multiNodeSite)),
  ];
}

function targetOf({ name, path, isStaff }: ReadCase, { url, headers }: BenchSite): Target {
  return {
    name,
    url,
    requests: (connection) => {
      const index = connection % readers.length;
      const as = headers[isStaff ? readers.length : index];
      return [{ path: path(readers[index] as Reader, known), headers: withoutContentType(as) }];
    },
  };
}
