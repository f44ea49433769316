/** Who asks: a player, and one they write to. */
export type Reader = { id: number; other: number };
/** Of the demo world, what has the most to tell. */
export type DemoIds = { post: number; fight: number; report: number; username: string };
export type ReadCase = {
  name: string;
  path: (reader: Reader, known: DemoIds) => string;
  aim?: number;
  isStaff?: true;
  /** What it is compared to, unless to one bare page. */
  to?: string;
};

/** How many reads the dashboard is in one. */
export const DASHBOARD_READS = 8;
/** And the file of a report: whom it is about and by, its likes, notes, what stood around it, what was done before. */
export const REPORT_READS = 11;
/** So many bare pages side by side in one answer. */
export const concurrentPages = (count: number): string => `${count} bare pages in one`;
export const [PAGE, FIFTY] = ['bare page', 'bare page of fifty'];

/** What is long ago, so that all has changed since. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** Every GET that answers from the database, but for those that other measurements have or that begin a fight or ask a provider. */
export const READ_CASES: ReadCase[] = [
  { name: 'GET /api/store', path: () => '/api/store', aim: 1 },
  { name: 'GET /api/inventory/{id}', path: ({ id }) => `/api/inventory/${id}` },
  { name: 'GET /api/inventory/user/{id}', path: ({ id }) => `/api/inventory/user/${id}` },
  { name: 'GET /api/coins/history', path: () => '/api/coins/history' },
  { name: 'GET /api/checkout/limit', path: () => '/api/checkout/limit' },
  { name: 'GET /api/notifications', path: () => '/api/notifications' },
  { name: 'GET /api/notifications/unread-counts', path: () => '/api/notifications/unread-counts' },
  { name: 'GET /api/push', path: () => '/api/push' },
  { name: 'GET /api/friendships', path: () => '/api/friendships' },
  { name: 'GET /api/friend-requests', path: () => '/api/friend-requests' },
  { name: 'GET /api/friend-requests/outgoing', path: () => '/api/friend-requests/outgoing' },
  { name: 'GET /api/blocks', path: () => '/api/blocks' },
  { name: 'GET /api/dms', path: () => '/api/dms' },
  { name: 'GET /api/dms/{userId}', path: ({ other }) => `/api/dms/${other}` },
  { name: 'GET /api/dms/sync', path: () => `/api/dms/sync?since=${LONG_AGO}` },
  { name: 'GET /api/dms/unread/count', path: () => '/api/dms/unread/count' },
  { name: 'GET /api/chat/rules', path: () => '/api/chat/rules' },
  { name: 'GET /api/quests', path: () => '/api/quests' },
  { name: 'GET /api/activity', path: () => '/api/activity' },
  { name: 'GET /api/feed/{id}', path: (_, { post }) => `/api/feed/${post}` },
  { name: 'GET /api/feed/{id}/comments', path: (_, { post }) => `/api/feed/${post}/comments` },
  { name: 'GET /api/likes/{postId}/likers', path: (_, { post }) => `/api/likes/${post}/likers` },
  { name: 'GET /api/clips/feed', path: () => '/api/clips/feed' },
  { name: 'GET /api/photos', path: () => '/api/photos?owner=me' },
  { name: 'GET /api/photos/user/{userId}', path: ({ other }) => `/api/photos/user/${other}` },
  { name: 'GET /api/profiles', path: () => '/api/profiles?limit=10' },
  { name: 'GET /api/profiles/{id}', path: ({ other }) => `/api/profiles/${other}` },
  {
    name: 'GET /api/profiles/username/{username}',
    path: (_, { username }) => `/api/profiles/username/${username}`,
  },
  {
    name: 'GET /api/profiles/{id}/status/comments',
    path: ({ other }) => `/api/profiles/${other}/status/comments`,
  },
  { name: 'GET /api/sessions', path: () => '/api/sessions' },
  { name: 'GET /api/users/me/export', path: () => '/api/users/me/export' },
  { name: 'GET /api/combat/open', path: () => '/api/combat/open' },
  { name: 'GET /api/combat/fights/{id}', path: (_, { fight }) => `/api/combat/fights/${fight}` },
  { name: 'GET /api/game/{userId}', path: ({ id }) => `/api/game/${id}` },
  { name: 'GET /api/forum-categories', path: () => '/api/forum-categories' },
  { name: 'GET /api/dashboard', path: () => '/api/dashboard', to: concurrentPages(DASHBOARD_READS) },
  { name: 'GET /api/mod/reports', path: () => '/api/mod/reports?limit=10', isStaff: true },
  {
    name: 'GET /api/mod/reports/{id}',
    path: (_, { report }) => `/api/mod/reports/${report}`,
    isStaff: true,
    to: concurrentPages(REPORT_READS),
  },
  { name: 'GET /api/mod/mutes', path: () => '/api/mod/mutes', isStaff: true },
  { name: 'GET /api/mod/suspensions', path: () => '/api/mod/suspensions', isStaff: true },
  {
    name: 'GET /api/mod/users/by-username/{name}',
    path: (_, { username }) => `/api/mod/users/by-username/${username}`,
    isStaff: true,
  },
  {
    name: 'GET /api/admin/users/by-username/{name}',
    path: (_, { username }) => `/api/admin/users/by-username/${username}`,
    isStaff: true,
  },
  { name: 'GET /api/admin/users', path: () => '/api/admin/users', isStaff: true, to: FIFTY },
  {
    name: 'GET /api/admin/users/{id}/stats',
    path: ({ other }) => `/api/admin/users/${other}/stats`,
    isStaff: true,
  },
  { name: 'GET /api/admin/audit', path: () => '/api/admin/audit', isStaff: true, to: FIFTY },
  { name: 'GET /api/admin/site-health', path: () => '/api/admin/site-health', isStaff: true },
];
/** First pages that are the same for all, which a node of several does not keep: what others write is not told to it. */
export const SHARED_FIRST_PAGES: ReadCase[] = ['feed', 'forum-threads', 'store', 'leaderboard'].map(
  (name) => ({
    name: `GET /api/${name}, with Redis`,
    path: () => `/api/${name}`,
    aim: 1,
  }),
);

/** Players whom nobody who asks would miss. */
const UNRELATED_PLAYERS = `select id from users u where role = 'player' and not exists (select from posts where user_id = u.id)
  and not exists (select from forum_threads where user_id = u.id)
  and not exists (select from messages where u.id in (sender_id, receiver_id)) order by id desc limit 10`;
/** What the demo world has none of, or little: made before it is measured. */
export const EXTRA_DATA = [
  `insert into blocks (blocker_id, blocked_id, created_at)
   select distinct m.sender_id, q.id, now() from messages m, (${UNRELATED_PLAYERS}) q`,
  `insert into friend_requests (sender_id, receiver_id, created_at)
   select distinct m.sender_id, u.id, now() from messages m, users u
   where u.id > m.sender_id and u.id <= m.sender_id + 10
   on conflict do nothing`,
  `update users set muted_until = now() + interval '1 day', muted_by = 1, mute_reason = 'Too loud.'
   where id in (select id from users order by id desc limit 10)`,
  `update users set suspended_at = now(), suspended_by = 1, suspension_reason = 'Far too loud.'
   where id in (${UNRELATED_PLAYERS})`,
  `insert into audit_log (kind, actor_id, target_id, before, after, reason, created_at)
   select 'mute.begin', 1, id, null, '1d', 'Too loud.', now() from users where id > 1`,
  `insert into reports (kind, subject_id, reporter_id, reported_id, reason, state, has_copy, copy_text, created_at)
   select 'post', p.id, u.id, p.user_id, 'Unkind', 'open', false, 'An unkind word.', now()
   from posts p, lateral (select id from users where id <> p.user_id order by id limit 1) u
   order by p.id desc limit 60`,
];
/** What a browser was given for pushes, of every session. */
export const PUSH_DEVICES = `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
  select user_id, id, 'https://push.example/' || id, '-', '-', now() from sessions where device = 'bench'`;
/** Answers a row of \`Known\`. */
export const DEMO_IDS_SQL = `select
  (select post_id::integer from post_comments group by post_id order by count(*) desc limit 1) as post,
  (select id::integer from fights where status = 'over' order by input_count desc limit 1) as fight,
  (select id::integer from reports order by id limit 1) as report,
  (select username from users order by id limit 1 offset 10) as username`;
