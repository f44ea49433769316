import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { SEARCH_MAX } from '@rivalhold/shared/search.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type CallOptions, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import {
  addCategory,
  categoriesOf,
  createReply,
  createThread,
  edit,
  firstCategoryId,
  like,
  remove,
  requestReply,
  restore,
  threadOf,
  threadsOf,
} from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let me: TestPlayer;
let other: TestPlayer;
let categoryId: number;
beforeAll(async () => {
  [admin, me, other] = [await createStaff(app, 'admin'), await app.player(), await app.player()];
  categoryId = await firstCategoryId(me);
});

let made = 0;
/** Create a category for one test, so that the test finds only its own threads. */
const ownCategory = async (): Promise<number> =>
  (await addCategory(admin, { slug: `own-${made++}`, title: 'Own' })).body.category.id;
const titles = (threads: readonly ForumThread[]) => threads.map(({ title }) => title);
const listed = async (player: TestPlayer, query: CallOptions['query'] = {}) => {
  const { threads, total } = (await threadsOf(player, query)).body;
  return { titles: titles(threads), total };
};

describe('the thread list', () => {
  it('can be sorted by last post, age or number of posts', async () => {
    const own = await ownCategory();
    const ids: number[] = [];
    for (const title of ['a', 'b', 'c', 'd']) {
      ids.push((await createThread(me, own, { title })).id);
      app.clock.advance(1_000);
    }
    for (const at of [1, 1, 0]) {
      await requestReply(other, ids[at] as number);
      app.clock.advance(1_000);
    }
    const list = async (sort: string) => (await listed(me, { categoryId: own, sort })).titles.join('');
    expect([await list('updated'), await list('newest'), await list('mostPosts')]).toEqual([
      'abdc',
      'dcba',
      'badc',
    ]);
    expect((await threadsOf(me, { sort: 'oldest' })).status).toBe(400);
  });

  it('has pages, a correct total, and excerpts of the opening posts', async () => {
    const own = await ownCategory();
    for (let n = 0; n < 5; n++) await createThread(me, own, { title: `${n}`, body: 'x'.repeat(300) });
    const first = await threadsOf(me, { categoryId: own, size: 2 });
    expect(first.body).toMatchObject({ total: 5, page: 1, size: 2 });
    expect(titles(first.body.threads)).toEqual(['4', '3']);
    expect(first.body.threads[0]?.body).toBe('x'.repeat(LIMITS.forum.excerpt));
    expect(await listed(me, { categoryId: own, size: 2, page: 3 })).toEqual({ titles: ['0'], total: 5 });
    expect(await listed(me, { categoryId: own, size: 2, page: 1_000_000 })).toEqual({ titles: [], total: 5 });
    expect(await listed(me, { categoryId: 9_999 })).toEqual({ titles: [], total: 0 });
    const category = (await categoriesOf(me)).find(({ id }) => id === own);
    expect(category?.threadCount).toBe(5);
    expect((await threadsOf(me)).body.total).toBeGreaterThanOrEqual(5);
  });

  it('shows every change on the cached first page immediately', async () => {
    const top = async () => {
      const pages = [await threadsOf(me), await threadsOf(other, { size: 20, page: 1 })];
      expect(pages[0]?.body).toEqual(pages[1]?.body);
      return { total: pages[0]?.body.total, ...pages[0]?.body.threads[0] };
    };
    const before = await top();
    const { id, postId } = await createThread(me, categoryId, { title: 'Fresh' });
    expect(await top()).toMatchObject({ id, postCount: 1, total: (before.total as number) + 1 });
    app.clock.advance(1_000);
    const replyId = await createReply(other, id);
    expect(await top()).toMatchObject({ id, postCount: 2, updatedAt: app.clock.now().toISOString() });
    await edit(me, postId, 'Now with more');
    expect(await top()).toMatchObject({ body: 'Now with more' });
    await remove(other, replyId);
    expect((await threadsOf(me)).body.threads.find((thread) => thread.id === id)?.postCount).toBe(1);
    await remove(admin, postId);
    expect((await top()).total).toBe(before.total);
    await restore(admin, id);
    expect((await top()).total).toBe((before.total as number) + 1);
  });
});

describe('a title search', () => {
  it('finds any part of a title, ignoring case', async () => {
    const own = await ownCategory();
    for (const title of ['Iron Shield', 'The SHIELDWALL', 'Shoes', '100% off_cost', 'Über Öl', 'ab'])
      await createThread(me, own, { title });
    const found = async (search: string) =>
      (await listed(me, { search, categoryId: own, sort: 'newest' })).titles.reverse();
    const expectMatches = async () => {
      expect(await found('shield')).toEqual(['Iron Shield', 'The SHIELDWALL']);
      expect(await found('HiELdW')).toEqual(['The SHIELDWALL']);
      expect(await found('  n sh ')).toEqual(['Iron Shield']);
      expect(await found('sh')).toEqual(['Iron Shield', 'The SHIELDWALL', 'Shoes']);
      expect(await found('wA')).toEqual(['The SHIELDWALL']);
      expect(await found('I')).toEqual(['Iron Shield', 'The SHIELDWALL']);
      expect(await found('ö')).toEqual(['Iron Shield', 'Shoes', '100% off_cost', 'Über Öl']);
      expect(await found('UBER\u00A0 öl')).toEqual(['Über Öl']);
      expect(await found('dw')).toEqual(['The SHIELDWALL']);
      expect(await found('xw')).toEqual([]);
      expect(await found('ab')).toEqual(['ab']);
      expect(await found('abc')).toEqual([]);
      for (const sign of ['%', '_']) expect(await found(sign)).toEqual(['100% off_cost']);
      for (const wild of ['0_% ', 'i%d', '%_', '\\', "'; --"]) expect(await found(wild)).toEqual([]);
      expect(await found('0% off_')).toEqual(['100% off_cost']);
      expect(await found('10')).toEqual(['100% off_cost']);
      expect(await found('   ')).toHaveLength(6);
      expect(await found('İoe')).toEqual([]);
    };
    await expectMatches();
    // Once PostgreSQL has statistics about the trigrams in titles, the search uses another query. Its results
    // must be the same.
    await query(app.site.db, sql`analyze forum_titles`);
    app.clock.advance(3_600_000);
    await expectMatches();
    const all = await threadsOf(me, { search: 'hieldwal' });
    expect([titles(all.body.threads), all.body.total]).toEqual([['The SHIELDWALL'], 1]);
    expect((await threadsOf(me, { search: 'x'.repeat(SEARCH_MAX + 1) })).status).toBe(400);
  });

  it('counts and returns at most a thousand matches, in every sort order', async () => {
    const own = await ownCategory();
    await query(
      app.site.db,
      sql`with thread as (
         insert into forum_threads (category_id, user_id, title, folded_title, created_at, updated_at)
         select ${own}, ${me.id}, 'Zq word ' || n, 'zq word ' || n, ${app.clock.now()}::timestamptz,
           ${app.clock.now()}::timestamptz
         from generate_series(1, 1010) n returning id, folded_title
       ), named as (insert into forum_titles select id, folded_title from thread)
       insert into forum_posts (thread_id, user_id, position, body, created_at)
       select id, ${me.id}, 1, 'x', ${app.clock.now()}::timestamptz from thread`,
    );
    for (const search of ['zQ', 'zq word'])
      for (const sort of ['updated', 'newest', 'mostPosts']) {
        const at = (page: number) => listed(me, { search, sort, page, size: 50 });
        const first = await at(1);
        expect([first.total, first.titles.slice(0, 2)]).toEqual([1_000, ['Zq word 1010', 'Zq word 1009']]);
        expect((await at(20)).titles.at(-1)).toBe('Zq word 11');
        expect(await at(21)).toEqual({ titles: [], total: 1_000 });
      }
    const counted = async (query: CallOptions['query']) =>
      (await statementsOf(app, () => threadsOf(me, query))).filter((text) => /forum_titles/.test(text))
        .length;
    // For each viewer and category, the server caches for a minute whether a search has more matches than the maximum.
    expect(await counted({ search: 'zq word', page: 3, sort: 'newest' })).toBe(0);
    expect(await counted({ search: 'zq word', categoryId: own })).toBe(1);
    // Reading the cached value does not extend the minute.
    app.clock.advance(40_000);
    expect(await counted({ search: 'zq word', page: 2, sort: 'newest' })).toBe(0);
    app.clock.advance(20_000);
    expect(await counted({ search: 'zq word', page: 3, sort: 'newest' })).toBe(1);
    const few = await listed(me, { search: 'WORD 101' });
    expect(few).toEqual({ titles: ['Zq word 1010', 'Zq word 101'], total: 2 });
    // If a page is not full, the server counts the matches and corrects the cached value.
    await query(
      app.site.db,
      sql`update forum_threads set deleted_at = ${app.clock.now()} where category_id = ${own}
          and title >= 'Zq word 2'`,
    );
    const at = (page: number) => listed(me, { search: 'zq word', sort: 'newest', page, size: 50 });
    expect([(await at(3)).titles.length, (await at(2)).total, (await at(1)).total]).toEqual([22, 122, 122]);
  });
});

describe('reading a thread', () => {
  it('returns the page with a given number or a given post', async () => {
    const { id, postId } = await createThread(me, categoryId);
    const ids = [postId];
    for (let n = 2; n <= 7; n++) ids.push(await createReply(other, id, `${n}`));
    await remove(other, ids[1] as number);
    const page = async (query: CallOptions['query']) => {
      const { body } = await threadOf(me, id, { size: 3, ...query });
      expect(body.thread).toMatchObject({ id, body: 'Where it begins', postCount: 6, author: { id: me.id } });
      return [body.posts.map(({ position }) => position), body.total, body.page];
    };
    expect(await page({})).toEqual([[1, 3], 7, 1]);
    expect(await page({ page: 2 })).toEqual([[4, 5, 6], 7, 2]);
    expect(await page({ page: 3 })).toEqual([[7], 7, 3]);
    expect(await page({ page: 4 })).toEqual([[], 7, 4]);
    expect(await page({ post: ids[5] as number, page: 1 })).toEqual([[4, 5, 6], 7, 2]);
    expect(await page({ post: ids[6] as number })).toEqual([[7], 7, 3]);
    const another = await createThread(me, categoryId);
    for (const post of [ids[1] as number, another.postId, 99_999])
      expect((await threadOf(me, id, { post })).status).toBe(404);
    expect((await threadOf(me, 99_999)).status).toBe(404);
  });

  it('shows players their own likes', async () => {
    const { id, postId } = await createThread(me, categoryId);
    await like(other, postId);
    const seen = async (player: TestPlayer) => (await threadOf(player, id)).body.posts[0];
    expect(await seen(other)).toMatchObject({ liked: true, likeCount: 1 });
    expect(await seen(me)).toMatchObject({ liked: false, likeCount: 1 });
  });
});

it('a block between two players hides their threads and replies from each other', async () => {
  const [blocker, blocked] = [await app.player(), await app.player()];
  const own = await ownCategory();
  const of = new Map<number, { id: number; postId: number }>();
  for (const player of [blocker, blocked, other])
    of.set(player.id, await createThread(player, own, { title: `Of ${player.username}` }));
  const shared = of.get(other.id) as { id: number; postId: number };
  const said = new Map<number, number>();
  for (const player of [blocker, blocked])
    said.set(player.id, await createReply(player, shared.id, player.username));
  await like(blocked, of.get(blocker.id)?.postId as number);
  await block(blocker, blocked);
  for (const [reader, hidden] of [
    [blocker, blocked],
    [blocked, blocker],
  ] as const) {
    const { id, postId } = of.get(hidden.id) as { id: number; postId: number };
    const queries: CallOptions['query'][] = [
      {},
      { sort: 'newest', size: 1, page: 2 },
      { search: 'of ' },
      { search: 'of' },
    ];
    for (const query of queries) {
      const { body } = await threadsOf(reader, { categoryId: own, ...query });
      expect([body.total, JSON.stringify(body).includes(hidden.username)]).toEqual([2, false]);
    }
    expect((await categoriesOf(reader)).find((category) => category.id === own)?.threadCount).toBe(2);
    expect(JSON.stringify((await threadsOf(reader)).body)).not.toContain(hidden.username);
    expect((await threadOf(reader, id)).status).toBe(404);
    expect((await requestReply(reader, id)).status).toBe(404);
    expect((await like(reader, postId)).status).toBe(404);
    expect((await remove(reader, postId)).status).toBe(404);
    const hiddenReply = said.get(hidden.id) as number;
    expect((await like(reader, hiddenReply)).status).toBe(404);
    expect((await threadOf(reader, shared.id, { post: hiddenReply })).status).toBe(404);
    const { posts, total } = (await threadOf(reader, shared.id)).body;
    expect([posts.map(({ userId }) => userId).sort(), total]).toEqual([[other.id, reader.id].sort(), 3]);
  }
  expect((await listed(other, { categoryId: own })).total).toBe(3);
  expect((await categoriesOf(other)).find((category) => category.id === own)?.threadCount).toBe(3);
});
