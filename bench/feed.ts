/**
 * Measures the feed on a throw-away PostgreSQL of this machine: how it grows from 10,000 posts over ten
 * times as many to many (`node bench/feed.ts [many] [rounds]`), and against a bare Fastify on the same driver. Prints the ratios and writes
 * them into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { fillFeed } from './feed-data.ts';
import { measure, type Target } from './load.ts';
import { writeMeasurements } from './report.ts';
import { startServer } from './server.ts';
import {
  type BenchSite,
  compareThroughput,
  createDatabase,
  measureGrowth,
  type ReadRequest,
  startBenchSite,
  startOwnServices,
  tableHead,
  withoutContentType,
} from './sites.ts';

const FEW = 10_000;
const MANY = Number(process.argv[2] ?? 1_000_000);
const SIZES = [FEW, 10 * FEW, MANY];
const ROUNDS = Number(process.argv[3] ?? 5);
const CALLS = 200;
const TARGET_SHARE = 1.3;
const COMPARED = [
  { name: 'GET /api/feed', to: 'bare page', aim: 1 },
  { name: 'GET /api/feed, another page', to: 'bare page', aim: 0.35 },
  { name: 'POST and DELETE like, in turn', to: 'bare write', aim: 0.4 },
  { name: 'POST comment', to: 'bare write', aim: 0.4 },
];
const SAID = JSON.stringify({ body: 'Well said, and well defended.' });

const running = await startOwnServices();
const open = async (posts: number): Promise<BenchSite> => {
  const databaseUrl = await createDatabase(running.databaseUrl, `feed_${posts}`);
  return startBenchSite(databaseUrl, () => fillFeed(databaseUrl, posts));
};
const sites: BenchSite[] = [];
for (const size of SIZES) sites.push(await open(size));
const grown = await measureGrowth(sites, cases(), CALLS);
const [few, ...others] = sites as [BenchSite, ...BenchSite[]];
await Promise.all(others.map((site) => site.stop()));
const bareUrl = await createDatabase(running.databaseUrl, 'bare');
const bare = await startServer('bench/feed-baseline.ts', { DATABASE_URL: bareUrl });
const results = await measure(targets(few), ROUNDS);
await Promise.all([few.stop(), bare.stop()]);
await running.stop();

writeMeasurements(
  'feed',
  [
    `The feed on PostgreSQL. 50 connections, ${ROUNDS} rounds in turn, medians; ${availableParallelism()} processors`,
    'shared by load, server and database. The bare handlers are `bench/feed-baseline.ts`: one indexed join of ten rows,',
    'and a transaction of an insert and an update.',
    '',
    ...compareThroughput(results, COMPARED),
    `Among so many posts with five likes and a comment each: median ms of ${CALLS} answers, in turn, one at a time, the`,
    `way there and back included. Most were made in ${others.at(-1)?.madeIn.toFixed(0)} s. Among most at most ${TARGET_SHARE} times as`,
    'long as among fewest.',
    '',
    ...tableHead(SIZES.map((size) => size.toLocaleString('en'))),
    ...grown,
  ].join('\n'),
);
process.exit();

/** Posts far apart, others for each connection. */
function somePosts(connection: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => 100 + (((n * 50 + connection) * 7_919) % (FEW - 200)));
}

function targets({ url, headers }: BenchSite): Target[] {
  const asks = (
    name: string,
    of: (connection: number) => { method?: 'POST' | 'DELETE'; path: string; body?: string }[],
  ): Target => ({
    name,
    url,
    requests: (connection) =>
      of(connection).map((request) => ({
        ...request,
        headers: request.body ? headers[connection] : withoutContentType(headers[connection]),
      })),
  });
  return [
    { name: 'bare page', url: bare.url, requests: () => [{ path: '/page' }] },
    asks('GET /api/feed', () => [{ path: '/api/feed?limit=10' }]),
    asks('GET /api/feed, another page', (connection) =>
      somePosts(connection, 40).map((id) => ({ path: `/api/feed?limit=10&cursor=${id}` })),
    ),
    { name: 'bare write', url: bare.url, requests: () => [{ method: 'POST', path: '/write' }] },
    asks('POST and DELETE like, in turn', (connection) =>
      somePosts(connection, 100).flatMap((id) => [
        { method: 'POST' as const, path: `/api/feed/${id}/like` },
        { method: 'DELETE' as const, path: `/api/feed/${id}/like` },
      ]),
    ),
    asks('POST comment', (connection) =>
      somePosts(connection, 100).map((id) => ({
        method: 'POST' as const,
        path: `/api/feed/${id}/comments`,
        body: SAID,
      })),
    ),
  ];
}

function cases(): ReadRequest[] {
  const post = (n: number, site: number) => 100 + ((n * 7_919) % ((SIZES[site] ?? 0) - 200));
  return [
    { name: 'GET /api/feed', path: () => '/api/feed?limit=10' },
    {
      name: 'GET /api/feed, another page',
      path: (n, site) => `/api/feed?limit=10&cursor=${post(n, site)}`,
    },
    { name: 'GET /api/feed/{id}/comments', path: (n, site) => `/api/feed/${post(n, site)}/comments` },
    { name: 'GET likers', path: (n, site) => `/api/likes/${post(n, site)}/likers` },
    { name: 'POST like', method: 'POST', path: (n, site) => `/api/feed/${post(n, site)}/like` },
    {
      name: 'POST comment',
      method: 'POST',
      body: () => SAID,
      path: (n, site) => `/api/feed/${post(n, site)}/comments`,
    },
  ];
}
