import { COMMON_PART, RARE_PART } from './data.ts';
import { delivery } from './delivery.ts';
import { type GrowthCase, growth } from './growth.ts';
import { type Action, mixedLoad } from './mixed-load.ts';
import type { Measurement } from './options.ts';
import { simulation } from './simulation.ts';
import { landingScripts, startup } from './start.ts';
import { type ThroughputCase, throughput } from './throughput.ts';
import { uploads } from './uploads.ts';

/** Characters that no fight defeats or tires. */
const STRONG = 'health = 100000000, max_health = 100000000, energy = 1000000';
const attackOn = (rival: string) => ({
  request: 'POST /api/combat/attack',
  body: { defenderId: rival },
  before: `GET /api/combat/{id}?opponentId=${rival}`,
});
const MESSAGE = { senderId: '{id}', receiverId: '{other}', text: 'At sundown?', clientTempId: 'bench-{n}' };
const COMMENT = { body: 'Well struck, and well defended.' };
const [READ, WRITE] = ['GET /player', 'POST /update'];
const [PAGE, FIFTY, INSERT] = ['GET /page', 'GET /page-of-fifty', 'POST /insert-and-update'];

const HTTP: ThroughputCase[] = [
  { request: 'GET /api/session', to: READ, aim: 0.8 },
  { request: 'GET /api/profiles/{rival}', to: READ, aim: 0.45 },
  { request: 'GET /api/profiles', to: READ, aim: 0.35 },
  { request: 'GET /api/leaderboard', to: READ, aim: 1 },
  { ...attackOn('{rival}'), to: WRITE, aim: 0.2 },
  { request: 'POST /api/profiles/{rival}/status/comments', body: COMMENT, to: WRITE, aim: 0.4 },
];

/** Queries of the directory, one a word, that list so many players. */
const players = (items: number, queries: string): GrowthCase[] =>
  queries.split(/\s+/).map((query) => ({ request: `GET /api/profiles?${query}`, items }));
const DIRECTORY = [
  ...players(24, 'limit=24 cursor=5000 minLevel=10 minLevel=30 search=k search=or search=tho search=rka'),
  ...players(24, `search=${COMMON_PART} search=tho&minLevel=10 search=${COMMON_PART}&minLevel=10`),
  ...players(10, `search=${RARE_PART.slice(1)} search=${RARE_PART}`),
  ...players(0, 'search=qxj search=thorqq search=qxj&minLevel=10'),
  { request: 'GET /api/profiles?search=123' },
  { request: `GET /api/profiles?search=${RARE_PART}&minLevel=10` },
];

const FEED: ThroughputCase[] = [
  { request: 'GET /api/feed?limit=10', to: PAGE, aim: 1 },
  { request: 'GET /api/feed?limit=10&cursor={post}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/feed/{post}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/feed/{post}/comments', to: PAGE, aim: 0.35 },
  { request: 'GET /api/likes/{post}/likers', to: PAGE, aim: 0.35 },
  { request: 'POST /api/feed/{post}/like', undo: 'DELETE', to: INSERT, aim: 0.4 },
  { request: 'POST /api/feed/{post}/comments', body: COMMENT, to: INSERT, aim: 0.4 },
];

const FORUM: ThroughputCase[] = [
  { request: 'GET /api/forum-threads', to: PAGE, aim: 1 },
  { request: 'GET /api/forum-threads?size=10&page={page}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/forum-threads/{longThread}?size=10&page={page}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/forum-threads/{longThread}?page={nearPage}', to: FIFTY, aim: 0.35 },
  ...['updated', 'newest', 'mostPosts'].flatMap((sort) => [
    { request: `GET /api/forum-threads?sort=${sort}&page={page}` },
    { request: `GET /api/forum-threads?sort=${sort}&categoryId={category}&page={nearPage}` },
  ]),
  { request: 'GET /api/forum-threads?size=20&page={middlePage}' },
  { request: 'GET /api/forum-threads/{thread}' },
  { request: 'GET /api/forum-threads/{oldThread}?post={oldThreadPost}' },
  { request: 'POST /api/forum-posts', body: { threadId: '{thread}', body: 'Well said.' } },
  { request: 'POST /api/forum-likes', body: { postId: '{oldThreadPost}', like: true } },
  // A word of one title, common letters that only one has, letters of none, words of 1 in 20, words of all, and words of
  // 1 in 20 that nobody has searched for before.
  { request: 'GET /api/forum-threads?search={uniqueWord}' },
  { request: 'GET /api/forum-threads?search=thread {firstThousand} on' },
  { request: 'GET /api/forum-threads?search=xy' },
  { request: 'GET /api/forum-threads?search=anvil&page={twoPages}' },
  { request: 'GET /api/forum-threads?search=and the others&page={nearPage}' },
  { request: 'GET /api/forum-threads?search={newPhrase}' },
];

/** Paths of reads, one a word. */
const reads = (paths: string, settings: Omit<ThroughputCase, 'request'> = {}): ThroughputCase[] =>
  paths.split(/\s+/).map((path) => ({ request: `GET ${path}`, to: PAGE, aim: 0.35, ...settings }));
const READS = [
  ...reads('/api/store', { aim: 1 }),
  ...reads(`/api/inventory/{id} /api/inventory/user/{id} /api/coins/history /api/coins/history?cursor={middle}
    /api/checkout/limit /api/notifications /api/notifications/unread-counts /api/push /api/friendships
    /api/friend-requests /api/friend-requests/outgoing /api/blocks /api/dms /api/dms/{other}
    /api/dms/{other}?after={middleMessage} /api/dms/sync?since=2020-01-01T00:00:00.000Z /api/dms/sync?since={now}
    /api/dms/unread/count /api/chat/rules /api/quests /api/activity /api/activity?scope=global
    /api/activity?userId={id} /api/clips/feed /api/photos?owner=me /api/photos/user/{other}?limit=6
    /api/profiles?limit=10 /api/profiles/{other} /api/profiles/username/bench_{other}
    /api/profiles/{id}/status/comments?limit=20 /api/sessions /api/users/me/export /api/combat/open
    /api/combat/fights/{middle} /api/game/{id} /api/forum-categories /api/leaderboard`),
  // Compared to as many reads in one response.
  ...reads('/api/dashboard', { to: 'GET /pages/8' }),
  ...reads('/api/mod/reports/{report}', { to: 'GET /pages/11', staff: true }),
  ...reads('/api/admin/users /api/admin/audit', { to: FIFTY, staff: true }),
  ...reads(
    `/api/mod/reports?limit=10 /api/mod/mutes /api/mod/suspensions /api/mod/users/by-username/bench_{other}
    /api/admin/users/by-username/bench_{other} /api/admin/users/{other}/stats /api/admin/site-health`,
    { staff: true },
  ),
];
/** In the address of each user, in ten names, and in all reports but a hundred. */
const STAFF_SEARCHES = [
  ...reads('/api/admin/users?search=example /api/mod/reports?state=resolved', { staff: true }),
  ...reads(`/api/admin/users?search=${RARE_PART}`, { staff: true }),
];
/** Of a node of several, which does not cache first pages since it does not see what others write. */
const FIRST_PAGES = reads('/api/feed /api/forum-threads /api/store /api/leaderboard', { aim: 1 });

const BUY = { request: 'POST /api/store/buy', body: { itemId: '{item}' }, to: 'POST /buy' };
const STORE: ThroughputCase[] = [
  { ...BUY, aim: 0.4 },
  { ...BUY, name: 'POST /api/store/buy, with an Idempotency-Key', keyed: true },
];

const MIXED: Action[] = [
  { share: 25, request: 'GET /api/feed?limit=10' },
  { share: 5, request: 'GET /api/feed?limit=10&cursor={popularPost}' },
  { share: 8, request: 'GET /api/forum-threads' },
  { share: 4, request: 'GET /api/forum-threads/{threadOfTenPosts}' },
  { share: 10, request: 'GET /api/profiles/{anyPlayer}' },
  { share: 6, request: 'GET /api/dms/{other}' },
  { share: 4, request: 'GET /api/notifications' },
  { share: 10, request: 'POST /api/feed/{popularPost}/like' },
  { share: 3, request: 'POST /api/feed/{popularPost}/comments', body: COMMENT },
  { share: 12, event: 'private message', body: MESSAGE },
  { share: 12, ...attackOn('{nextRival}') },
  { share: 1, event: 'chat message', body: { text: 'Good evening, for the {n}th time' } },
];

const playersData = (players: number) => ({ players });
const fightsData = (players: number) => ({ players, character: STRONG });
const richData = (players: number) => ({ players, character: 'coins = 1000000, level = 100' });
const feedData = (posts: number) => ({ posts });
const forumData = (threads: number) => ({ threads });
const pagesData = (posts: number) => ({ posts, threads: posts / 10 });
const historyData = (rows: number) => ({ players: rows, posts: 10_000, history: rows });

/**
 * Every measurement of `npm run bench`, by the section of docs/measurements.md it writes. To measure something else, add
 * a case to a list above or a measurement here; `aim`, `aims` and `most` are what it must reach.
 */
export const SECTIONS: Record<string, readonly Measurement[]> = {
  simulation: [simulation],
  start: [startup({ emptyFolder: 20, sameFolder: 3 })],
  http: [
    throughput({ cases: HTTP, data: fightsData, size: 1_251, on: ['embedded', 'PostgreSQL'] }),
    landingScripts({ loaded: 2_400, withApp: 120 * 1_024 }),
  ],
  directory: [growth({ cases: DIRECTORY, data: playersData, few: 10_000, many: 1_000_000 })],
  uploads: [uploads({ concurrent: 20, most: 250 })],
  messages: [
    delivery({
      event: 'private message',
      players: 400,
      rounds: 11,
      count: 500,
      perSecond: { embedded: 20, PostgreSQL: 100 },
      aims: { PostgreSQL: 2 },
    }),
  ],
  lobby: [
    delivery({
      event: 'chat message',
      players: 1_000,
      rounds: 5,
      count: 100,
      perSecond: { embedded: 15, PostgreSQL: 15 },
      aims: { embedded: 1.3, PostgreSQL: 1.3 },
    }),
  ],
  feed: [
    throughput({ cases: FEED, data: feedData, size: 10_000 }),
    growth({ cases: FEED, data: feedData, few: 10_000, many: 1_000_000 }),
  ],
  forum: [
    throughput({ cases: FORUM, data: forumData, size: 100_000 }),
    growth({ cases: FORUM, data: forumData, few: 1_000, many: 100_000 }),
  ],
  store: [throughput({ cases: STORE, data: richData, size: 5_000 })],
  reads: [
    throughput({ cases: READS, data: historyData, size: 100_000, rounds: 3 }),
    throughput({ cases: FIRST_PAGES, data: pagesData, size: 10_000, rounds: 3, redis: true }),
    growth({ cases: [...READS, ...STAFF_SEARCHES], data: historyData, few: 10_000, many: 1_000_000 }),
  ],
  mixed: [
    mixedLoad({
      players: 2_000,
      posts: 100_000,
      seconds: 120,
      thinkMs: 10_000,
      data: (posts) => ({ ...pagesData(posts), character: STRONG }),
      aims: { socketKb: 60, reconnectSeconds: 10 },
      actions: MIXED,
    }),
  ],
};
