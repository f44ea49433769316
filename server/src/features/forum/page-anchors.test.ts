import { FORUM_SORTS } from '@rivalhold/shared/forum/sorts.ts';
import { STAFF_BUDGETS } from '@rivalhold/shared/limits.ts';
import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { beforeAll, expect, it } from 'vitest';
import { type DbOrTx, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { RACE_COUNT, runConcurrently, statusesOf } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { descendingSql, rebuildPageAnchors } from './page-anchors.ts';
import { purgeThreads } from './service.ts';
import {
  addCategory,
  counterErrors,
  remove,
  removeCategory,
  requestReply,
  requestThread,
  restore,
} from './testing.ts';
import { threadList } from './thread-list.ts';

/** Number of threads. It is high enough for the lists to have several anchors. */
const THREADS = 2_300;
const EVERY = 150;

const app = useTestApp({ env: { NEW_ACCOUNT_HOURS: '0' } });
let db: DbOrTx;
let admin: TestPlayer;
let players: TestPlayer[];
let categories: number[];
beforeAll(async () => {
  db = app.site.db;
  admin = await createStaff(app, 'admin');
  players = [await app.player(), await app.player(), await app.player()];
  await block(players[0] as TestPlayer, players[1] as TestPlayer);
  categories = [];
  for (const slug of ['one', 'two', 'three'])
    categories.push((await addCategory(admin, { slug, title: slug })).body.category.id);
  // All threads have the same post count, and groups of seven threads have the same update time.
  const now = app.clock.now();
  const authors = players.map(({ id }) => id);
  await query(
    db,
    sql`with thread as (
       insert into forum_threads (category_id, user_id, title, folded_title, created_at, updated_at)
       select (${categories}::bigint[])[1 + n % 2], (${authors}::bigint[])[1 + n % 3], 'Of many', 'of many',
         ${now}::timestamptz, ${now}::timestamptz - n / 7 * interval '1 second'
       from generate_series(1, ${THREADS}::integer) n returning *
     ), counted as (
       update forum_categories c set thread_count = (select count(*) from thread where category_id = c.id)
     )
     insert into forum_posts (thread_id, user_id, position, body, created_at)
     select id, user_id, 1, 'x', created_at from thread`,
  );
  await query(
    db,
    sql`insert into hidden_content (kind, subject_id, author_id, hidden_at)
        select 'thread', id, user_id, created_at from forum_threads where id % 40 = 0`,
  );
});

const playerAt = (n: number) => players[n % players.length] as TestPlayer;
/** Run a random action, in most cases a reply to an old or new thread, and return the status of the response. */
async function randomAction(n: number, chance = createSeededRandom(`act ${n}`)): Promise<number> {
  const [thread] = await query<{ id: number; first: number; last: number }>(
    db,
    sql`select t.id, min(p.id) as first, max(p.id) as last from forum_threads t
        join forum_posts p on p.thread_id = t.id
     where t.id = (select id from forum_threads where id >= ${chance.int(1, THREADS)} order by id limit 1)
       group by t.id`,
  );
  if (!thread) throw new Error('There is no thread');
  const kind = chance.int(1, 10);
  if (kind === 1) return (await remove(admin, thread.first)).status;
  if (kind === 2) return (await restore(admin, thread.id)).status;
  if (kind === 3) return (await remove(admin, thread.last)).status;
  if (kind === 4)
    return (await requestThread(playerAt(n), { categoryId: categories[2 * (n % 2)] as number })).status;
  return (await requestReply(playerAt(n), thread.id)).status;
}

/**
 * For each offset, read the page of seven threads that contains it, and compare the page with the list read
 * directly from the table.
 */
async function comparePages(skips: readonly number[]): Promise<void> {
  for (const viewer of [admin, players[0] as TestPlayer])
    for (const sort of FORUM_SORTS)
      for (const categoryId of [null, ...categories])
        for (const page of skips.map((skip) => Math.floor(skip / 7) + 1)) {
          const [due] = await query(
            db,
            sql`with list as materialized (
               select * from forum_threads
               where deleted_at is null and (${categoryId}::bigint is null or category_id = ${categoryId})
                 and user_id not in (select blocked_id from blocks where blocker_id = ${viewer.id})
                 and id not in (select subject_id from hidden_content where author_id <> ${viewer.id})
             )
             select array(
                 select id::integer from list order by ${descendingSql(sort)} limit 7 offset ${(page - 1) * 7}
               ) as ids,
               (select count(*)::integer from list) as total`,
          );
          const filter = { search: '', categoryId, sort, page, size: 7 };
          const { threads, total } = await threadList(db, { viewerId: viewer.id, seesHidden: false }, filter);
          expect({ ids: threads.map(({ id }) => id), total, filter }).toEqual({ ...(due as object), filter });
        }
}

it('distant pages of the thread list have the same threads as with a plain SQL offset', async () => {
  const chance = createSeededRandom('pages');
  // The first of these offsets is exactly at an anchor.
  const skips = () => [7 * EVERY, chance.int(1_001, THREADS), THREADS - 8];
  await comparePages(skips());
  for (let round = 0; round < 2; round++) {
    await rebuildPageAnchors(app.site.db, EVERY);
    const marks = await query(db, sql`select 1 from forum_page_anchors where category_id = 0`);
    expect(marks.length).toBeGreaterThan(30);
    for (let n = 0; n < 30; n++) {
      app.clock.advance(1_000);
      await randomAction(round * 1_000 + n);
    }
    if (round === 1)
      expect(
        (await removeCategory(admin, categories[1] as number, { moveTo: categories[2] as number })).status,
      ).toBe(200);
    expect(await counterErrors(db)).toEqual([]);
    await comparePages(skips());
  }
  await query(db, sql`update forum_threads set deleted_at = deleted_at - interval '31 days'`);
  await purgeThreads(app.site.db, app.site);
  expect(await counterErrors(db)).toEqual([]);
  await comparePages(skips());
});

it('page anchors of the thread list stay correct if they are rebuilt during concurrent writes', async () => {
  app.clock.advance(STAFF_BUDGETS.threads.ms);
  let marked = Promise.resolve();
  const mark = async () => {
    marked = marked.then(() => rebuildPageAnchors(app.site.db, 20));
    await marked;
    return 200;
  };
  const answers = await runConcurrently(RACE_COUNT / 2, async (n) => ({
    status: await (n % 5 === 4 ? mark() : randomAction(5_000 + n)),
  }));
  expect([...statusesOf(answers)].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  expect(await counterErrors(db)).toEqual([]);
});
