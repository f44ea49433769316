import { rebuildPageAnchors } from '../server/src/features/forum/service.ts';
import { openDatabase } from '../server/src/platform/db/open-database.ts';
import { AUTHORS, type DataSet, fillDatabase } from './feed-data.ts';

/** Posts of a thread: of one in a hundred, and of the others; ten on average. */
const [LONG, SHORT] = [505, 5];
export const POSTS_EACH = 10;
/** Ids of long threads are the multiples of this. */
export const LONG_EVERY = 100;
/** Of a title: each of the words is in one title of twenty, and the rest of it, but for what `md5` gives, in all. */
export const WORDS = [
  'anvil',
  'barrow',
  'cinder',
  'dagger',
  'ember',
  'falcon',
  'gauntlet',
  'harbour',
  'iron',
  'jester',
  'kettle',
  'lantern',
  'mallet',
  'north',
  'oaken',
  'pepper',
  'quarrel',
  'raven',
  'silver',
  'thistle',
];

const body = (thread: string, place: string): string =>
  `'Said at place ' || ${place} || ' of thread ' || ${thread} || ': strike first, heal at half, and mind the ladle. '
     || 'Whoever has done it otherwise may tell us how it went.'`;

/** So many threads in five categories, ten posts each on average, one like each. */
export const forumStatements = (threads: number): DataSet => ({
  tables: ['forum_categories', 'forum_threads', 'forum_titles', 'forum_posts', 'forum_likes'],
  statements: [
    `insert into forum_threads (category_id, user_id, title, excerpt, post_count, last_position, created_at, updated_at)
       select 1 + n % 5, 1 + (n * 7919::bigint) % ${AUTHORS},
              'Thread ' || n || ' on ' || ('{${WORDS}}'::text[])[1 + n % ${WORDS.length}] || ' and the others ' || left(md5(n::text), 8),
              ${body('n', '1')}, posts, posts, now() - (${threads} - n) * interval '1 minute',
              now() - ((n * 7919::bigint) % ${threads}) * interval '1 second'
       from generate_series(1, ${threads}) n
       cross join lateral (select case when n % ${LONG_EVERY} = 0 then ${LONG} else ${SHORT} end as posts) of`,
    'insert into forum_titles select id, lower(title) from forum_threads',
    `insert into forum_posts (thread_id, user_id, position, body, like_count, created_at)
       select t.id, case when place = 1 then t.user_id else 1 + (t.id * 31 + place * 997) % ${AUTHORS} end, place,
              ${body('t.id', 'place')}, 1, t.created_at + place * interval '1 second'
       from forum_threads t cross join lateral generate_series(1, t.post_count) place order by t.id, place`,
    `insert into forum_likes (post_id, user_id, created_at)
       select id, 1 + (id * 13) % ${AUTHORS}, now() from forum_posts`,
    `update forum_categories c set thread_count = (select count(*) from forum_threads t where t.category_id = c.id)`,
  ],
});

/** Fills an empty PostgreSQL with so many threads, marked as the site has them marked every few minutes. */
export async function fillForum(databaseUrl: string, threads: number): Promise<string[]> {
  const tokens = await fillDatabase(databaseUrl, forumStatements(threads));
  const database = await openDatabase({ databaseUrl, dataDir: '', databaseTimeoutMs: 0 });
  await rebuildPageAnchors(database.db);
  await database.close();
  return tokens;
}
