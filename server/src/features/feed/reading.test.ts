import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import {
  INSERT_BLOCKS_SQL,
  insertPlayersSql,
  loadSql,
  nodesOf,
  PLAN_MODES,
  planOf,
  recordStatements,
  statementsOf,
} from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { MAX_PAGES_PER_STATEMENT } from './queries.ts';
import {
  comment,
  commentsOf,
  createPost,
  like,
  likersOf,
  listFeed,
  post,
  postOf,
  removePost,
  unlike,
} from './testing.ts';

const app = useTestApp();
let me: TestPlayer;
let other: TestPlayer;
let third: TestPlayer;
beforeAll(async () => {
  [me, other, third] = [await app.player(), await app.player(), await app.player()];
});

/** Return every post of the feed, read page by page. */
async function whole(player: TestPlayer, limit: number, meanwhile = async () => {}): Promise<Post[]> {
  const items: Post[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: Awaited<ReturnType<typeof listFeed>> = await listFeed(player, {
      limit,
      ...(cursor && { cursor }),
    });
    expect(body.items.length === limit || body.nextCursor === null).toBe(true);
    items.push(...body.items);
    cursor = body.nextCursor;
    await meanwhile();
  }
  return items;
}
const ids = (items: readonly Post[]) => items.map(({ id }) => id);

describe('the feed', () => {
  it('has ten posts per page, newest first, each with its latest two comments', async () => {
    const made: number[] = [];
    for (let n = 0; n < 12; n++) made.unshift(await createPost(n % 2 ? me : other, `Post ${n}`));
    const said = [];
    for (const text of ['one', 'two', 'three'])
      said.push((await comment(third, made[0] as number, text)).body.comment);
    const first = (await listFeed(me)).body;
    expect(ids(first.items)).toEqual(made.slice(0, 10));
    expect(first.items[0]).toMatchObject({ commentsCount: 3, comments: said.slice(1) });
    const second = (await listFeed(me, { cursor: first.nextCursor ?? '' })).body;
    expect([ids(second.items), second.nextCursor]).toEqual([made.slice(10), null]);
    expect((await listFeed(me, { cursor: 'foreign' })).status).toBe(400);
  });

  it('shows players their own changes immediately', async () => {
    const id = await createPost(me, 'Fresh');
    const top = async (player: TestPlayer) => (await listFeed(player)).body.items[0];
    expect(await top(other)).toMatchObject({ id, likes: 0, liked: false });
    await like(me, id);
    expect(await top(me)).toMatchObject({ id, likes: 1, liked: true });
    expect(await top(other)).toMatchObject({ id, likes: 1, liked: false });
    await comment(other, id, 'First!');
    expect(await top(other)).toMatchObject({ commentsCount: 1, comments: [{ text: 'First!' }] });
    await unlike(me, id);
    expect(await top(me)).toMatchObject({ likes: 0, liked: false });
    await removePost(me, id);
    expect((await top(me))?.id).not.toBe(id);
  });

  it('lists each post once while posts are added and deleted', async () => {
    const toDelete = await createPost(me);
    const before = ids(await whole(me, 50)).filter((id) => id !== toDelete);
    let left = 1;
    const paged = await whole(me, 3, async () => {
      await post(other, 'Meanwhile');
      if (left-- === 1) await removePost(me, toDelete);
    });
    expect(ids(paged).filter((id) => id !== toDelete)).toEqual(before);
  });

  it('leaves out players separated from the viewer by a block, and still fills its pages', async () => {
    const [blocker, blocked] = [await app.player(), await app.player()];
    for (let n = 0; n < 6; n++) {
      await createPost(blocked, `Not seen ${n}`);
      await createPost(other, `Seen ${n}`);
      await createPost(blocker, `Own ${n}`);
    }
    await block(blocker, blocked);
    for (const [reader, hidden] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const)
      for (const limit of [3, 10]) {
        const seen = await whole(reader, limit);
        expect(seen.filter(({ author }) => author.id === hidden.id)).toEqual([]);
        expect(seen.filter(({ author }) => author.id === reader.id)).toHaveLength(6);
      }
    const all = ids(await whole(me, 50));
    expect(new Set(all).size).toBe(all.length);
  });

  it('returns the right page for each of many concurrent requests', async () => {
    const blocker = await app.player();
    await block(blocker, third);
    const theirs = await createPost(third, 'Not for everybody');
    const from = String((await createPost(me)) + 1);
    for (const player of [me, third]) await like(player, theirs);
    const asked = [me, other, third, blocker].flatMap((player) =>
      [...Array(10).keys()].map((n) => ({
        player,
        query: { cursor: String(Number(from) - n), limit: 1 + ((n * 7) % 12) },
      })),
    );
    expect(asked.length).toBeGreaterThan(MAX_PAGES_PER_STATEMENT);
    const pageOf = async ({ player, query }: (typeof asked)[number]) => (await listFeed(player, query)).body;
    const apart: Awaited<ReturnType<typeof pageOf>>[] = [];
    for (const one of asked) apart.push(await pageOf(one));
    expect(await Promise.all(asked.map(pageOf))).toEqual(apart);
    const liked = asked.map(({ player }, index) => [
      player,
      apart[index]?.items.find(({ id }) => id === theirs)?.liked,
    ]);
    for (const [player, likes] of [
      [me, true],
      [other, false],
      [blocker, undefined],
    ] as const)
      expect(liked).toContainEqual([player, likes]);
    expect(liked.filter(([player, likes]) => player === blocker && likes !== undefined)).toEqual([]);
  });
});

describe('the number of SQL statements', () => {
  const counted = async (work: () => Promise<unknown>) => {
    const all = await statementsOf(app, work);
    // Leave out transaction control, and the background job that broadcasts counts after an earlier like.
    return all.filter((text) => !/"commentsCount"|^(begin|commit|start)/i.test(text)).length;
  };

  it('is two for the cached first page, and one for any other page', async () => {
    const { body } = await listFeed(me);
    const cursor = body.nextCursor ?? '';
    for (const limit of [1, 50]) expect(await counted(() => listFeed(me, { cursor, limit }))).toBe(1);
    expect(await counted(() => listFeed(me, { limit: 50 }))).toBe(1);
    await like(me, body.items[0]?.id as number);
    expect(await counted(() => listFeed(me))).toBe(2);
  });

  it('is one each for a post, its comments and its likers', async () => {
    const id = await createPost(me);
    await comment(other, id);
    await like(other, id);
    for (const read of [() => postOf(me, id), () => commentsOf(me, id), () => likersOf(me, id)])
      expect(await counted(read)).toBe(1);
  });
});

// These tests need PostgreSQL. They check query plans with many posts, after ANALYZE.
if (process.env.TEST_DATABASE_URL)
  describe('query plans', () => {
    let viewer: TestPlayer;
    beforeAll(async () => {
      viewer = await app.player();
      await loadSql(app, FILL);
    });

    const READS: [string, () => Promise<unknown>][] = [
      ['the first page', () => listFeed(viewer)],
      ['a distant page', () => listFeed(viewer, { cursor: '2500' })],
      ['a page of fifty posts', () => listFeed(viewer, { cursor: '4000', limit: 50 })],
      ['a post', () => postOf(viewer, 3_000)],
      ['comments', () => commentsOf(viewer, 3_000)],
      ['likers', () => likersOf(viewer, 3_000, { limit: 20 })],
    ];
    it.each(READS)('use indexes and read no more than a page (for %s)', async (_, read) => {
      const statements = (await recordStatements(app, read)).filter(({ text }) =>
        /post_(likes|comments)/.test(text),
      );
      expect(statements.length).toBeGreaterThan(0);
      for (const planning of PLAN_MODES)
        for (const statement of statements) {
          const plan = await planOf(app, statement, { settings: [planning] });
          const all = nodesOf(plan);
          expect(all.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
          // The largest result is 51 posts (a page of 50 and one more post) with two comments each.
          for (const node of all) expect(node['Actual Rows']).toBeLessThanOrEqual(102);
        }
    });
  });

const FILL = [
  ...insertPlayersSql(2000),
  sql`insert into photos (user_id, file_key, thumb_key, width, height, created_at)
   select id, 'photos/' || username || '.webp', 'x', 1, 1, now() from users where username like 'crowd%'`,
  INSERT_BLOCKS_SQL,
  sql`insert into posts (user_id, text, photo_id, like_count, comment_count, created_at)
   select p.user_id, 'x', case when n % 3 = 0 then p.id end, 20, 5, now()
   from generate_series(1, 3) n cross join photos p`,
  sql`insert into post_likes (post_id, user_id, created_at)
   select p.id, u.id, now() from posts p join users u on u.id between p.id % 1900 + 10 and p.id % 1900 + 29
   on conflict do nothing`,
  sql`insert into post_comments (post_id, user_id, text, created_at)
   select p.id, u.id, 'x', now() from posts p join users u on u.id between p.id % 1900 + 10 and p.id % 1900 + 14`,
  sql`analyze users, characters, photos, blocks, posts, post_likes, post_comments`,
];
