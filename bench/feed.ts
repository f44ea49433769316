/**
 * Measures the feed on a throw-away PostgreSQL of this machine: how it grows from 10,000 posts to many
 * (`node bench/feed.ts [many] [rounds]`), and against a bare Fastify on the same driver. Prints the ratios and writes
 * them into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { findEngines, startEngines } from '../scripts/testing/engines.ts';
import { makeFeed } from './feed-data.ts';
import { measure, median, type Target } from './load.ts';
import { writeMeasurements } from './report.ts';
import { folder, headersOf, startServer } from './server.ts';

const FEW = 10_000;
const MANY = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const WARM_UP = 30;
const CALLS = 200;
const AIM = 1.3;
const COMPARED = [
  { name: 'GET /api/feed', to: 'bare page', aim: 1 },
  { name: 'GET /api/feed, another page', to: 'bare page', aim: 0.35 },
  { name: 'POST and DELETE like, in turn', to: 'bare write', aim: 0.4 },
  { name: 'POST comment', to: 'bare write', aim: 0.4 },
];

type Site = {
  url: string;
  posts: number;
  headers: Record<string, string>[];
  madeIn: number;
  stop: () => Promise<void>;
};

const engines = findEngines();
if (engines === null) {
  console.log('skipped: PostgreSQL is not on this machine');
  process.exit();
}
const running = await startEngines(engines, { durable: true });
const [few, many] = [await openSite(FEW), await openSite(MANY)];
const growth = await grown();
await many.stop();
const bare = await startServer('bench/feed-baseline.ts', { DATABASE_URL: await newDatabase('bare') });
const results = await measure(targets(few), ROUNDS);
await Promise.all([few.stop(), bare.stop()]);
await running.stop();

const speed = (name: string) => median(results.get(name)?.perSecond ?? []);
const bad = [...results].filter(([, result]) => result.bad > 0);
writeMeasurements(
  'feed',
  [
    `The feed on PostgreSQL. 50 connections, ${ROUNDS} rounds in turn, medians; ${availableParallelism()} processors`,
    'shared by load, server and database. The bare handlers are `bench/feed-baseline.ts`: one indexed join of ten rows,',
    'and a transaction of an insert and an update.',
    '',
    '| call | answers/s | compared to, answers/s | ratio | aim |',
    '|---|---|---|---|---|',
    ...COMPARED.map(({ name, to, aim }) => {
      const ratio = (speed(name) / speed(to)).toFixed(2);
      return `| ${name} | ${Math.round(speed(name))} | ${to}, ${Math.round(speed(to))} | ${ratio} | ${aim} |`;
    }),
    '',
    ...bad.map(
      ([name, { bad: count, statuses }]) => `${name}: ${count} not counted (${statuses.join(', ')}).`,
    ),
    `Among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} posts with five likes and a comment each: median`,
    `ms of ${CALLS} answers, in turn, one at a time, the way there and back included. The posts were made in`,
    `${many.madeIn.toFixed(0)} s. At most ${AIM} times as long.`,
    '',
    `| call | ${FEW.toLocaleString('en')} | ${MANY.toLocaleString('en')} | ratio |`,
    '|---|---|---|---|',
    ...growth,
  ].join('\n'),
);
process.exit();

async function newDatabase(name: string): Promise<string> {
  const url = new URL(running.databaseUrl);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

async function openSite(posts: number): Promise<Site> {
  const databaseUrl = await newDatabase(`feed_${posts}`);
  const since = performance.now();
  const tokens = await makeFeed(databaseUrl, posts);
  const madeIn = (performance.now() - since) / 1000;
  console.log(`${posts} posts made in ${madeIn.toFixed(1)} s`);
  const { url, stop } = await startServer('server/src/main.ts', {
    DATA_DIR: folder(),
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'only-for-this-measurement-0123456789',
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
  const headers = await Promise.all(
    tokens.map(async (token) => ({ ...(await headersOf(url, token)), 'content-type': 'application/json' })),
  );
  return { url, posts, headers, madeIn, stop };
}

/** Posts far apart, others for each connection. */
function somePosts(posts: number, connection: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => 100 + (((n * 50 + connection) * 7_919) % (posts - 200)));
}

function targets({ url, posts, headers }: Site): Target[] {
  const body = JSON.stringify({ body: 'Well said, and well defended.' });
  const asks = (
    name: string,
    of: (connection: number) => { method?: 'POST' | 'DELETE'; path: string; body?: string }[],
  ): Target => ({
    name,
    url,
    requests: (connection) =>
      of(connection).map((request) => ({
        ...request,
        headers: request.body ? headers[connection] : withoutType(headers[connection]),
      })),
  });
  return [
    { name: 'bare page', url: bare.url, requests: () => [{ path: '/page' }] },
    asks('GET /api/feed', () => [{ path: '/api/feed?limit=10' }]),
    asks('GET /api/feed, another page', (connection) =>
      somePosts(posts, connection, 40).map((id) => ({ path: `/api/feed?limit=10&cursor=${id}` })),
    ),
    { name: 'bare write', url: bare.url, requests: () => [{ method: 'POST', path: '/write' }] },
    asks('POST and DELETE like, in turn', (connection) =>
      somePosts(posts, connection, 100).flatMap((id) => [
        { method: 'POST' as const, path: `/api/feed/${id}/like` },
        { method: 'DELETE' as const, path: `/api/feed/${id}/like` },
      ]),
    ),
    asks('POST comment', (connection) =>
      somePosts(posts, connection, 100).map((id) => ({
        method: 'POST' as const,
        path: `/api/feed/${id}/comments`,
        body,
      })),
    ),
  ];
}

function withoutType(headers: Record<string, string> = {}): Record<string, string> {
  const { 'content-type': _, ...others } = headers;
  return others;
}

async function grown(): Promise<string[]> {
  const body = JSON.stringify({ body: 'Well said, and well defended.' });
  const cases: { name: string; method?: string; body?: string; path: (id: number) => string }[] = [
    { name: 'GET /api/feed', path: () => '/api/feed?limit=10' },
    { name: 'GET /api/feed, another page', path: (id) => `/api/feed?limit=10&cursor=${id}` },
    { name: 'GET /api/feed/{id}/comments', path: (id) => `/api/feed/${id}/comments` },
    { name: 'GET likers', path: (id) => `/api/likes/${id}/likers` },
    { name: 'POST like', method: 'POST', path: (id) => `/api/feed/${id}/like` },
    { name: 'POST comment', method: 'POST', body, path: (id) => `/api/feed/${id}/comments` },
  ];
  const rows: string[] = [];
  for (const { name, method = 'GET', body: sent, path } of cases) {
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < CALLS; round++) {
      for (const [index, { url, posts, headers }] of [few, many].entries()) {
        const id = 100 + (((round + WARM_UP) * 7_919) % (posts - 200));
        const since = performance.now();
        const answer = await fetch(url + path(id), {
          method,
          headers: sent ? (headers[0] ?? {}) : withoutType(headers[0]),
          ...(sent && { body: sent }),
        });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path(id)} answered ${answer.status}`);
        if (round >= 0) times[index]?.push(performance.now() - since);
      }
    }
    const [small, large] = times.map((each) => median(each));
    const ratio = (large ?? 0) / (small ?? 1);
    rows.push(`| ${name} | ${small?.toFixed(2)} | ${large?.toFixed(2)} | ${ratio.toFixed(2)} |`);
    console.log(rows.at(-1));
  }
  return rows;
}
