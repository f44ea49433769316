/**
 * Measures the forum on a throw-away PostgreSQL of this machine: how it grows from 10,000 posts in 1,000 threads over
 * ten times as many to many (`node bench/forum.ts [threads] [rounds]`), and against a bare Fastify on the same driver. Prints the ratios and writes
 * them into docs/measurements.md.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { runAsOwner } from '../server/src/testing/database.ts';
import { fillForum, LONG_EVERY, POSTS_EACH, WORDS } from './forum-data.ts';
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

const FEW = 1_000;
const MANY = Number(process.argv[2] ?? 100_000);
/** Threads. */
const SIZES = [FEW, 10 * FEW, MANY];
const ROUNDS = Number(process.argv[3] ?? 5);
const CALLS = 200;
const AIM = 1.3;
const LIST = '/api/forum-threads';
const COMPARED = [
  { name: 'GET threads, the first page', to: 'bare page', aim: 1 },
  { name: 'GET threads, another page of ten', to: 'bare page', aim: 0.35 },
  { name: 'GET thread, ten posts', to: 'bare page', aim: 0.35 },
  { name: 'GET thread, fifty posts', to: 'bare page of fifty', aim: 0.35 },
];

type PostLocation = { id: number; thread: number };

const running = await startOwnServices();
const sites: BenchSite[] = [];
const postLocations: PostLocation[][] = [];
for (const size of SIZES) {
  const databaseUrl = await createDatabase(running.databaseUrl, `forum_${size}`);
  sites.push(await startBenchSite(databaseUrl, () => fillForum(databaseUrl, size)));
  postLocations.push(await pickPostLocations(databaseUrl));
}
const grown = await measureGrowth(sites, cases(), CALLS);
const many = sites.pop() as BenchSite;
await Promise.all(sites.map((site) => site.stop()));
const bareUrl = await createDatabase(running.databaseUrl, 'bare');
const bare = await startServer('bench/feed-baseline.ts', { DATABASE_URL: bareUrl });
const results = await measure(targets(many), ROUNDS);
await Promise.all([many.stop(), bare.stop()]);
await running.stop();

const said = (threads: number) => `${(threads * POSTS_EACH).toLocaleString('en')} posts`;
writeMeasurements(
  'forum',
  [
    `The forum on PostgreSQL, with ${said(MANY)} in ${MANY.toLocaleString('en')} threads. 50 connections, ${ROUNDS} rounds`,
    `in turn, medians; ${availableParallelism()} processors shared by load, server and database. The bare handlers are`,
    '`bench/feed-baseline.ts`: one indexed join of ten rows, and of fifty.',
    '',
    ...compareThroughput(results, COMPARED),
    `Among so many posts, ${POSTS_EACH} in a thread: median ms of ${CALLS} answers, in turn, one at a time, the way there and`,
    `back included. Most were made in ${many.madeIn.toFixed(0)} s. Among most at most ${AIM} times as long as among fewest.`,
    '',
    ...tableHead(SIZES.map(said)),
    ...grown,
  ].join('\n'),
);
process.exit();

/** Posts of long threads, far into them. */
function pickPostLocations(databaseUrl: string): Promise<PostLocation[]> {
  return runAsOwner<PostLocation>(
    databaseUrl,
    `select id::integer, thread_id::integer as thread from forum_posts
     where position between 100 and 400 and thread_id <= ${FEW} order by md5(id::text) limit 200`,
  );
}

function targets({ url, headers }: BenchSite): Target[] {
  const asks = (name: string, of: (connection: number) => string[]): Target => ({
    name,
    url,
    requests: (connection) =>
      of(connection).map((path) => ({ path, headers: withoutContentType(headers[connection]) })),
  });
  const some = (connection: number, path: (n: number) => string): string[] =>
    Array.from({ length: 40 }, (_, n) => path((n * 50 + connection) * 7_919));
  const longThread = (n: number) => LONG_EVERY * (1 + (n % (MANY / LONG_EVERY)));
  return [
    { name: 'bare page', url: bare.url, requests: () => [{ path: '/page' }] },
    asks('GET threads, the first page', () => [LIST]),
    asks('GET threads, another page of ten', (connection) =>
      some(connection, (n) => `${LIST}?size=10&page=${2 + (n % 90)}`),
    ),
    asks('GET thread, ten posts', (connection) =>
      some(connection, (n) => `${LIST}/${longThread(n)}?size=10&page=${1 + (n % 40)}`),
    ),
    { name: 'bare page of fifty', url: bare.url, requests: () => [{ path: '/fifty' }] },
    asks('GET thread, fifty posts', (connection) =>
      some(connection, (n) => `${LIST}/${longThread(n)}?page=${1 + (n % 9)}`),
    ),
  ];
}

function cases(): ReadRequest[] {
  const threads = (site: number) => SIZES[site] ?? 0;
  const thread = (n: number, site: number) => 1 + ((n * 7_919) % threads(site));
  const place = (n: number, site: number) =>
    postLocations[site]?.[n % (postLocations[site]?.length ?? 1)] as PostLocation;
  const lists = ['updated', 'newest', 'mostPosts'].flatMap((sort): ReadRequest[] => [
    {
      name: `GET threads by ${sort}, another page`,
      path: (n) => `${LIST}?sort=${sort}&page=${2 + (n % 40)}`,
    },
    {
      name: `GET threads of a category by ${sort}, another page`,
      path: (n) => `${LIST}?sort=${sort}&categoryId=${1 + (n % 5)}&page=${2 + (n % 8)}`,
    },
  ]);
  return [
    { name: 'GET threads, the first page', path: () => LIST },
    ...lists,
    {
      name: 'GET threads, the middle of all',
      path: (_, site) => `${LIST}?size=20&page=${threads(site) / 40}`,
    },
    {
      name: 'GET threads, a search for a rare word',
      path: (n) =>
        `${LIST}?search=${createHash('md5')
          .update(`${1 + (n % FEW)}`)
          .digest('hex')
          .slice(0, 8)}`,
    },
    {
      name: 'GET threads, a search for one by letters that all titles have',
      path: (n) => `${LIST}?search=thread ${1 + (n % FEW)} on`,
    },
    { name: 'GET threads, a short search that finds none', path: () => `${LIST}?search=xy` },
    { name: 'GET thread', path: (n, site) => `${LIST}/${thread(n, site)}` },
    {
      name: 'GET thread, the page of a post far into it',
      path: (n, site) => `${LIST}/${place(n, site).thread}?post=${place(n, site).id}`,
    },
    {
      name: 'POST reply',
      method: 'POST',
      body: (n, site) => JSON.stringify({ threadId: thread(n, site), body: 'Well said.' }),
      path: () => '/api/forum-posts',
    },
    {
      name: 'POST like',
      method: 'POST',
      body: (n, site) => JSON.stringify({ postId: place(n, site).id, like: true }),
      path: () => '/api/forum-likes',
    },
    {
      name: 'GET threads, pages of a search that every twentieth title meets',
      path: (n) => `${LIST}?search=anvil&page=${1 + (n % 2)}`,
    },
    {
      name: 'GET threads, pages of a search that every title meets',
      path: (n) => `${LIST}?search=and the others&page=${1 + (n % 20)}`,
    },
    {
      name: 'GET threads, a search for the first time that every twentieth title meets',
      path: (n) => `${LIST}?search=${searchTermFor(n)}`,
    },
  ];
}

/** Another text each time, that one title of twenty holds. */
function searchTermFor(n: number): string {
  const [word, from] = [WORDS[n % WORDS.length], Math.floor(n / WORDS.length)];
  return `on ${word} and the others`.slice(from % 3).slice(0, -1 - Math.floor(from / 3));
}
