import { ADMIN, COMMON_PART, RARE_PART, TITLE_WORDS } from './data.ts';
import { frames } from './frames.ts';
import { interactions } from './interactions.ts';
import { lighthousePages } from './lighthouse.ts';
import { type Action, mixedLoad } from './mixed-load.ts';
import { delivery, liveFights, reconnects, STRONG } from './realtime.ts';
import type { Measurement } from './report.ts';
import { CONNECTIONS, growth, MIXED_PLAYERS, type RequestCase, RIVALS, throughput } from './requests.ts';
import { cards, startup, uploads } from './resources.ts';
import { simulation } from './simulation.ts';

const attackBy = (player: string, opponent: string) => ({
  request: 'POST /api/combat/attack',
  body: { defenderId: opponent },
  before: `GET /api/combat/${player}?opponentId=${opponent}`,
});
const MESSAGE = { senderId: '{id}', receiverId: '{other}', text: 'At sundown?', clientTempId: 'bench-{n}' };
const COMMENT = { body: 'Well struck, and well defended.' };
const [READ, WRITE, PAGE, FIFTY] = ['GET /player', 'POST /update', 'GET /page', 'GET /page-of-fifty'];

const HTTP: RequestCase[] = [
  { request: 'GET /api/session', to: READ, aim: 0.8 },
  { request: 'GET /api/profiles/{rival}', to: READ, aim: 0.45 },
  { request: 'GET /api/profiles', to: READ, aim: 0.35 },
  { request: 'GET /api/leaderboard', to: READ, aim: 1 },
  { request: 'POST /api/profiles/{rival}/status/comments', body: COMMENT, to: WRITE, aim: 0.4 },
];

// A player can have only one open fight that they started themselves. To give a player several open fights, let
// several rivals each start one.
const ATTACK: RequestCase = { ...attackBy('{rival}', '{id}'), byRival: true, to: WRITE, aim: 0.5 };

/** Return a GET request for each of the paths, which are separated by whitespace. */
const reads = (paths: string, settings: Omit<RequestCase, 'request'>): RequestCase[] =>
  paths.split(/\s+/).map((path) => ({ request: `GET /api/${path}`, ...settings }));

const DIRECTORY = [
  ...reads('profiles profiles?cursor=5000 profiles?minLevel=10 profiles?minLevel=30', { items: 24 }),
  ...reads('profiles?search=k profiles?search=or profiles?search=tho profiles?search=rka', { items: 24 }),
  ...reads(`profiles?search=${COMMON_PART} profiles?search=${COMMON_PART}&minLevel=10`, { items: 24 }),
  ...reads(`profiles?search=${RARE_PART.slice(1)} profiles?search=${RARE_PART}`, { items: 10 }),
  ...reads('profiles?search=qxj profiles?search=thorqq profiles?search=qxj&minLevel=10', { items: 0 }),
  ...reads(
    `profiles?search=123 profiles?search=tho&minLevel=10 profiles?search=${RARE_PART}&minLevel=10`,
    {},
  ),
  ...reads('profiles?sort=level profiles?sort=level&cursor=7.7.5000 profiles?near=true', { items: 24 }),
  ...reads('profiles?near=true&search=tho profiles?friends=true profiles?online=true', {}),
];

const FEED: RequestCase[] = [
  { request: 'GET /api/feed?limit=10', to: PAGE, aim: 1 },
  { request: 'GET /api/feed?limit=10&cursor={post}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/feed/{post}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/feed/{post}/comments', to: PAGE, aim: 0.35 },
  { request: 'GET /api/likes/{post}/likers', to: PAGE, aim: 0.35 },
  { request: 'POST /api/feed/{post}/like', undo: 'DELETE', to: 'POST /insert-and-update', aim: 0.4 },
  { request: 'POST /api/feed/{post}/comments', body: COMMENT, to: 'POST /insert-and-update', aim: 0.4 },
];

const FORUM: RequestCase[] = [
  { request: 'GET /api/forum-threads', to: PAGE, aim: 1 },
  { request: 'GET /api/forum-threads?size=10&page={page}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/forum-threads/{longThread}?size=10&page={page}', to: PAGE, aim: 0.35 },
  { request: 'GET /api/forum-threads/{longThread}?page={nearPage}', to: FIFTY, aim: 0.35 },
  ...['updated', 'newest', 'mostPosts'].flatMap((sort) => [
    { request: `GET /api/forum-threads?sort=${sort}&page={page}` },
    { request: `GET /api/forum-threads?sort=${sort}&categoryId={category}&page={nearPage}` },
  ]),
  ...reads('forum-threads/{thread} forum-threads/{oldThread}?post={oldThreadPost}', {}),
  { request: 'POST /api/forum-posts', body: { threadId: '{thread}', body: 'Well said.' } },
  { request: 'POST /api/forum-likes', body: { postId: '{oldThreadPost}', like: true } },
  // A page in the middle of a list, and searches. The searches match one title, no title, all titles or 1 in 20 titles.
  // The site caches whether a term has many matches. The last search avoids this cache, because its term differs in
  // each request.
  ...reads(
    `forum-threads?size=20&page={middlePage} forum-threads?search={uniqueWord}
    forum-threads?search=thread%20{ofThousand}%20on forum-threads?search=xy
    forum-threads?search=and%20the%20others&page={nearPage} forum-threads?search=${TITLE_WORDS[0]}
    forum-threads?search={newPhrase}`,
    {},
  ),
];

const [READ_AIM, STAFF] = [{ to: PAGE, aim: 0.35 }, { to: PAGE, aim: 0.35, staff: true } as const];
const READS = [
  ...reads(
    `inventory/{id} inventory/user/{id} coins/history coins/history?cursor={middle} checkout/limit notifications
    notifications/unread-counts push friendships friend-requests friend-requests/outgoing blocks dms
    dms/{other}?after={middleMessage} dms/sync?since=2020-01-01T00:00:00.000Z dms/sync?since={now} dms/unread/count
    chat/rules quests activity activity?scope=global activity?userId={id} photos?owner=me
    photos/user/{other}?limit=6 profiles?limit=10 profiles/{other} profiles/username/bench_{other}
    profiles/{id}/status/comments?limit=20 sessions users/me/export combat/open combat/fights/{middle} game/{id}
    forum-categories leaderboard`,
    READ_AIM,
  ),
  ...reads('store', { to: PAGE, aim: 1 }),
  ...reads(
    `mod/reports?limit=10 mod/suspensions mod/users/by-username/bench_{other}
    admin/users/by-username/bench_{other} admin/users/{other}/stats admin/site-health`,
    STAFF,
  ),
  // Each of these responses lists about fifty rows.
  ...reads('dms/{other} clips/feed', { ...READ_AIM, to: FIFTY }),
  ...reads('mod/mutes admin/users admin/audit', { ...STAFF, to: FIFTY }),
  // Each of these responses combines several reads. The bare server combines the same number of reads.
  ...reads('dashboard', { ...READ_AIM, to: 'GET /pages/8' }),
  ...reads('mod/reports/{ofThousand}', { ...STAFF, to: 'GET /pages/11' }),
];
/** Each node of the site caches public fights for a second, so the site must be faster than the bare server. */
const PUBLIC_FIGHTS: RequestCase[] = [
  { request: 'GET /fights/{middle}', asGuest: true, to: PAGE, aim: 1.5 },
  { request: 'GET /api/combat/fights/{middle}', asGuest: true, to: PAGE, aim: 1.5 },
];
/**
 * Three searches. The first matches all email addresses. The second matches ten names. The third matches the resolved
 * reports, which are all reports except 100.
 */
const SEARCHES = `admin/users?search=example admin/users?search=${RARE_PART} mod/reports?state=resolved`;
/**
 * Requests for first pages, sent to a node with Redis. Such a node does not cache the first pages of the feed and the
 * forum, because writes on other nodes would not invalidate its cache.
 */
const FIRST_PAGES = reads('feed forum-threads store leaderboard', { to: PAGE, aim: 1 });

const STORE = [{ request: 'POST /api/store/buy', body: { itemId: '{item}' }, to: 'POST /buy', aim: 0.4 }];

const MIXED: Action[] = [
  { share: 25, request: 'GET /api/feed?limit=10' },
  { share: 5, request: 'GET /api/feed?limit=10&cursor={popularPost}' },
  { share: 8, request: 'GET /api/forum-threads' },
  { share: 4, request: 'GET /api/forum-threads/{threadOfTenPosts}' },
  { share: 10, request: 'GET /api/profiles/{ofThousand}' },
  { share: 6, request: 'GET /api/dms/{other}' },
  { share: 4, request: 'GET /api/notifications' },
  { share: 10, request: 'POST /api/feed/{popularPost}/like' },
  { share: 3, request: 'POST /api/feed/{popularPost}/comments', body: COMMENT },
  { share: 12, event: 'private message', body: MESSAGE },
  { share: 12, ...attackBy('{id}', '{nextRival}') },
  { share: 1, event: 'chat message', body: { text: 'Good evening, for the {n}th time' } },
];

/**
 * Number of generated players. Each connection belongs to a player, and each of these players has `RIVALS` rivals. The
 * rivals' ids follow the admin's id.
 */
const FIGHTERS = ADMIN + CONNECTIONS * RIVALS;
const fightsData = (players: number) => ({ players, signedIn: players, character: STRONG });
const richData = (players: number) => ({ players, character: 'coins = 1000000, level = 100' });
const pagesData = (posts: number) => ({ posts, threads: posts / 10 });
const historyData = (rows: number) => ({ players: rows, posts: 10_000, history: rows });

/**
 * All measurements of `npm run bench`, grouped by section of `.cache/measurements.md`. To measure something else, add
 * a case to a list above or a measurement here. `aim` is the target.
 */
export const SECTIONS: Record<string, readonly Measurement[]> = {
  simulation: [simulation],
  start: [startup],
  lighthouse: [lighthousePages],
  frames: [frames],
  interactions: [interactions],
  http: [throughput({ cases: HTTP, data: fightsData, size: FIGHTERS })],
  fights: [throughput({ cases: [ATTACK], data: fightsData, size: FIGHTERS }), liveFights],
  publicFights: [throughput({ cases: PUBLIC_FIGHTS, data: historyData, size: 10_000, rounds: 3 }), cards],
  directory: [growth({ cases: DIRECTORY, data: (players) => ({ players }), few: 10_000, many: 1_000_000 })],
  uploads: [uploads],
  messages: [
    delivery({
      event: 'private message',
      on: ['PostgreSQL'],
      ...{ players: 400, rounds: 11, count: 500, perSecond: 100, aim: 2 },
    }),
  ],
  lobby: [
    delivery({
      event: 'chat message',
      on: ['embedded', 'PostgreSQL'],
      ...{ players: 1_000, rounds: 5, count: 100, perSecond: 15, aim: 1.3 },
    }),
  ],
  feed: [
    throughput({ cases: FEED, data: (posts) => ({ posts }), size: 10_000 }),
    growth({ cases: FEED, data: (posts) => ({ posts }), few: 10_000, many: 1_000_000 }),
  ],
  forum: [
    throughput({ cases: FORUM, data: (threads) => ({ threads }), size: 100_000 }),
    growth({ cases: FORUM, data: (threads) => ({ threads }), few: 1_000, many: 100_000 }),
  ],
  store: [throughput({ cases: STORE, data: richData, size: 5_000 })],
  reads: [
    throughput({ cases: READS, data: historyData, size: 100_000, rounds: 3 }),
    throughput({ cases: FIRST_PAGES, data: pagesData, size: 10_000, rounds: 3, redis: true }),
    growth({ cases: [...READS, ...reads(SEARCHES, STAFF)], data: historyData, few: 10_000, many: 1_000_000 }),
  ],
  reconnects: [reconnects],
  mixed: [
    mixedLoad({
      ...{ players: MIXED_PLAYERS, actions: MIXED },
      data: { ...pagesData(100_000), character: STRONG },
    }),
  ],
};
