/**
 * Measures a purchase on a throw-away PostgreSQL of this machine against a bare transaction of three statements
 * (`node bench/store.ts [rounds]`). Prints the ratios and writes them into docs/measurements.md.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { runAsOwner } from '../server/src/testing/database.ts';
import { ITEMS } from '../shared/src/items/catalogue.ts';
import { maxCarried } from '../shared/src/items/trade.ts';
import { fillFeed } from './feed-data.ts';
import { measure, type Target } from './load.ts';
import { writeMeasurements } from './report.ts';
import { startServer } from './server.ts';
import { compareThroughput, createDatabase, startBenchSite, startOwnServices } from './sites.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const POSTS = 1_000;
const BARE = 'bare transaction of three statements';
const COMPARED = [
  { name: 'POST buy', to: BARE, aim: 0.4 },
  { name: 'POST buy, with an Idempotency-Key', to: BARE, aim: null },
];

const running = await startOwnServices();
const [siteUrl, bareUrl] = [
  await createDatabase(running.databaseUrl, 'store_site'),
  await createDatabase(running.databaseUrl, 'store_bare'),
];
const site = await startBenchSite(siteUrl, async () => {
  const tokens = await fillFeed(siteUrl, POSTS);
  await runAsOwner(siteUrl, 'update characters set coins = 1000000, level = 100');
  return tokens;
});
const { headers } = site;
const bare = await startServer('bench/store-baseline.ts', { DATABASE_URL: bareUrl });
/** So many that nobody comes to the most of one that can be carried. */
const items = ITEMS.filter((item) => maxCarried(item) > 1);
const buying = (name: string, keyed: boolean): Target => ({
  name,
  url: site.url,
  requests: (connection) =>
    items.map(({ id }) => ({
      method: 'POST' as const,
      path: '/api/store/buy',
      body: JSON.stringify({ itemId: id }),
      headers: headers[connection],
      ...(keyed && {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'idempotency-key': randomUUID() },
        }),
      }),
    })),
});
const results = await measure(
  [
    { name: BARE, url: bare.url, requests: () => [{ method: 'POST', path: '/buy' }] },
    ...COMPARED.map(({ name, aim }) => buying(name, aim === null)),
  ],
  ROUNDS,
);
await Promise.all([site.stop(), bare.stop()]);
await running.stop();

writeMeasurements(
  'store',
  [
    `A purchase on PostgreSQL. 50 connections, ${ROUNDS} rounds in turn, medians; ${availableParallelism()} processors`,
    'shared by load, server and database. The bare handler is `bench/store-baseline.ts`: begin, a purse, its ledger,',
    'what is carried, commit.',
    '',
    ...compareThroughput(results, COMPARED),
  ].join('\n'),
);
process.exit();
