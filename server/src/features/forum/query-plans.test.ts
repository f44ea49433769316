import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type CallOptions, type TestPlayer, type TestResponse, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import {
  insertPlayersSql,
  loadSql,
  nodesOf,
  PLAN_MODES,
  planOf,
  recordStatements,
  statementsOf,
} from '../../testing/statements.ts';
import { rebuildPageAnchors } from './service.ts';
import { categoriesOf, createThread, firstCategoryId, requestReply, threadOf, threadsOf } from './testing.ts';

const app = useTestApp();
let me: TestPlayer;
let other: TestPlayer;
let categoryId: number;
beforeAll(async () => {
  [me, other] = [await app.player(), await app.player()];
  categoryId = await firstCategoryId(me);
});

describe('the number of SQL statements', () => {
  const counted = async (work: () => Promise<unknown>) =>
    (await statementsOf(app, work)).filter((text) => !/^(begin|commit|start)/i.test(text)).length;

  it('is at most two for each page and search', async () => {
    const { id } = await createThread(me, categoryId);
    for (let n = 0; n < 4; n++) await requestReply(n % 2 ? me : other, id);
    await requestReply(me, id);
    expect(await counted(() => threadsOf(me))).toBe(2);
    expect(await counted(() => threadsOf(me))).toBe(app.site.nodeRegistry ? 2 : 1);
    for (const size of [1, 50]) {
      expect(await counted(() => threadsOf(me, { size }))).toBe(1);
      expect(await counted(() => threadsOf(me, { size, categoryId, page: 2, sort: 'mostPosts' }))).toBe(1);
      expect(await counted(() => threadOf(me, id, { size }))).toBe(1);
    }
    const search = () => counted(() => threadsOf(me, { search: 'hieldwal' }));
    // The first search also reads the trigram frequencies, which are then cached.
    expect([await search(), await search()]).toEqual([2, 1]);
    expect(await counted(() => categoriesOf(me))).toBe(1);
  });
});

// These tests need PostgreSQL. They check query plans with many threads, after ANALYZE.
if (process.env.TEST_DATABASE_URL)
  describe('query plans', () => {
    beforeAll(async () => {
      await loadSql(app, FILL);
      await rebuildPageAnchors(app.site.db);
      // Expire the cached trigram frequencies.
      app.clock.advance(3_600_000);
    });
    const LISTS = ['updated', 'newest', 'mostPosts'].flatMap((sort) =>
      [null, 1].map((category) => ({ sort, category })),
    );
    it.each(LISTS)(
      'read the start of a list in index order (category $category, sorted by $sort)',
      async ({ sort, category }) => {
        const query = { sort, page: 3, size: 20, ...(category && { categoryId: category }) };
        await expectFewRows(() => threadsOf(me, query), 60);
      },
    );

    it.each(LISTS)(
      'read the middle of a list from an anchor (category $category, sorted by $sort)',
      async ({ sort, category }) => {
        const middle = category ? 1_500 : 5_480;
        const query = { sort, page: middle / 20 + 1, size: 20, ...(category && { categoryId: category }) };
        await expectFewRows(() => threadsOf(me, query), 300);
      },
    );

    it('a search with more than a thousand matches is detected from a sample', async () => {
      const read = async (query: CallOptions['query']) => {
        let body: TestResponse<'GET /api/forum-threads'>['body'] | undefined;
        const texts = await statementsOf(app, async () => {
          ({ body } = await threadsOf(me, query));
        });
        const counted = texts.filter((text) => /found as materialized/.test(text)).length;
        return [body?.total, body?.threads.length, counted];
      };
      expect(await read({ search: 'Number', page: 50, size: 20 })).toEqual([1_000, 20, 0]);
      expect(await read({ search: 'number', page: 51, size: 20 })).toEqual([1_000, 0, 0]);
      // Every title contains 'number', but few titles contain 'number 77'.
      expect(await read({ search: 'number 77', size: 20 })).toEqual([111, 20, 1]);
      expect(await read({ search: 'number', categoryId: 99_999 })).toEqual([0, 0, 1]);
    });

    it('a repeated search takes one search statement, even if blocks hide all of its matches', async () => {
      const shy = await app.player();
      await query(
        app.site.db,
        sql`insert into blocks (blocker_id, blocked_id, created_at)
         select ${shy.id}, id, now() from users where username like 'crowd%'`,
      );
      const search = async () => {
        const total = { is: -1 };
        const texts = await statementsOf(app, async () => {
          total.is = (await threadsOf(shy, { search: 'number' })).body.total;
        });
        return [total.is, texts.filter((text) => /strpos/.test(text)).length];
      };
      expect([await search(), await search()]).toEqual([
        [0, 2],
        [0, 1],
      ]);
    });

    it('neither a search with few matches nor a page of a thread scans many rows', async () => {
      await expectFewRows(() => threadsOf(me, { search: 'number 777 ' }), 40);
      const [row] = await query<{ id: number }>(app.site.db, sql`select max(id) as id from forum_threads`);
      await expectFewRows(() => threadOf(me, row?.id as number, { page: 2 }), 60);
    });

    /** Check that every plan node returns at most `most` rows, in both generic and custom plans. */
    async function expectFewRows(read: () => Promise<unknown>, most: number): Promise<void> {
      const statements = await recordStatements(app, read);
      const statement = statements.find(({ text }) => /forum_(threads|posts)/.test(text));
      if (!statement) throw new Error('No statement reads threads or posts');
      for (const planning of PLAN_MODES) {
        const all = nodesOf(await planOf(app, statement, { settings: [planning] }));
        const read = all.filter((node) => node['Actual Rows'] > most);
        expect(read.map((node) => [node['Node Type'], node['Actual Rows']])).toEqual([]);
      }
    }
  });

const FILL = [
  ...insertPlayersSql(500),
  sql`with thread as (
     insert into forum_threads (category_id, user_id, title, folded_title, post_count, last_position, created_at, updated_at)
     select 1 + n % 5, u.id, 'Thread number ' || n || ' of many', 'thread number ' || n || ' of many', 60, 60, now(), now() - n * interval '1 second'
     from generate_series(1, 10000) n join users u on u.username = 'crowd' || (1 + n % 500)
     returning id, folded_title, user_id
   )
   insert into forum_titles select id, folded_title from thread`,
  sql`insert into forum_posts (thread_id, user_id, position, body, created_at)
   select t.id, t.user_id, place, 'x', now() from forum_threads t cross join generate_series(1, 60) place
   where t.title like 'Thread number%'
     and (place = 1 or t.id % 10 = 0 or t.id > (select max(id) - 5 from forum_threads))`,
  sql`update forum_categories c set thread_count =
     (select count(*) from forum_threads t where t.category_id = c.id and deleted_at is null)`,
  sql`vacuum analyze users, characters, forum_categories, forum_threads, forum_titles, forum_posts`,
];
