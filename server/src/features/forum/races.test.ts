import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { failAfterStatement, RACE_COUNT, runConcurrently, statusesOf } from '../../testing/statements.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { removeCategory as moveCategory } from './categories.ts';
import {
  addCategory,
  counterErrors,
  createReply,
  createThread,
  firstCategoryId,
  lastAuditEntry,
  like,
  remove,
  removeCategory,
  requestReply,
  requestThread,
  restore,
  threadOf,
} from './testing.ts';

const PLAYERS = 20;

const app = useTestApp();
let admin: TestPlayer;
let author: TestPlayer;
let players: TestPlayer[];
let categoryId: number;
beforeAll(async () => {
  [admin, author] = [await createStaff(app, 'admin'), await app.player()];
  players = [];
  for (let n = 0; n < PLAYERS; n++) players.push(await app.player());
  categoryId = await firstCategoryId(author);
});
afterAll(async () => {
  expect(await counterErrors(app.site.db)).toEqual([]);
});

const playerAt = (n: number) => players[n % PLAYERS] as TestPlayer;
const placesOf = async (threadId: number) =>
  (
    await query<{ position: number }>(
      app.site.db,
      sql`select position from forum_posts where thread_id = ${threadId} order by position`,
    )
  ).map(({ position }) => position);

it('concurrent replies get positions without gaps', async () => {
  const { id } = await createThread(author, categoryId);
  const answers = await runConcurrently(RACE_COUNT / 4, (n) =>
    requestReply(n % 5 === 0 ? author : playerAt(n), id),
  );
  expect([...statusesOf(answers)]).toEqual([201]);
  const places = Array.from({ length: RACE_COUNT / 4 + 1 }, (_, n) => n + 1);
  expect(await placesOf(id)).toEqual(places);
  expect(answers.map(({ body }) => body.post.position).sort((a, b) => a - b)).toEqual(places.slice(1));
  expect((await threadOf(author, id)).body).toMatchObject({
    total: places.length,
    thread: { postCount: places.length },
  });
});

it('likes are counted correctly while players like, unlike and delete replies', async () => {
  const { id, postId } = await createThread(author, categoryId);
  const toDelete: number[] = [];
  for (let n = 0; n < 10; n++) toDelete.push(await createReply(author, id));
  const answers = await runConcurrently<{ status: number }>(RACE_COUNT / 2, (n) => {
    if (n % 20 === 19) return remove(author, toDelete[Math.floor(n / 20) % 10] as number);
    if (n % 10 === 5) return requestReply(playerAt(n), id);
    return like(playerAt(n * 3), n % 4 === 0 ? (toDelete[n % 10] as number) : postId, (n * 7) % 3 > 0);
  });
  expect([...statusesOf(answers)].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  expect(await counterErrors(app.site.db)).toEqual([]);
});

it('deleting and restoring a thread loses no accepted reply', async () => {
  const { id, postId } = await createThread(author, categoryId);
  const moderator = await createStaff(app);
  const answers = await runConcurrently<{ status: number }>(RACE_COUNT / 2, (n) => {
    if (n % 10 === 3) return remove(n % 20 === 3 ? moderator : admin, postId);
    if (n % 10 === 6) return restore(admin, id);
    return n % 2 === 0 ? requestReply(playerAt(n), id) : like(playerAt(n), postId, n % 3 > 0);
  });
  expect([...statusesOf(answers)].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  const stored = answers.filter(({ status }) => status === 201).length;
  expect(stored).toBeGreaterThan(0);
  await restore(admin, id);
  expect(await placesOf(id)).toEqual(Array.from({ length: stored + 1 }, (_, n) => n + 1));
});

it('deleting a category while players create threads leaves each thread in an existing category', async () => {
  for (let round = 0; round < 3; round++) {
    const { category } = (await addCategory(admin, { slug: `doomed-${round}`, title: 'Doomed' })).body;
    const first = await createThread(author, category.id);
    let left = RACE_COUNT / 20;
    const answers = await runConcurrently<{ status: number }>(RACE_COUNT / 10, async (n) => {
      if (left-- === 0) return removeCategory(admin, category.id, { moveTo: categoryId });
      if (n % 5 === 2) return n % 2 ? restore(admin, first.id) : remove(admin, first.postId);
      return requestThread(playerAt(n), { categoryId: category.id });
    });
    expect([...statusesOf(answers)].filter((status) => ![200, 201, 400, 404].includes(status))).toEqual([]);
    expect((await requestThread(playerAt(0), { categoryId: category.id })).status).toBe(400);
    expect(await counterErrors(app.site.db)).toEqual([]);
  }
});

it('deleting a category moves either all of its threads or none, even if the server crashes', async () => {
  const add = async (slug: string) => (await addCategory(admin, { slug, title: slug })).body.category.id;
  const [from, to] = [await add('huge'), await add('home')];
  const now = app.clock.now();
  await query(
    app.site.db,
    sql`with thread as (
       insert into forum_threads (category_id, user_id, title, folded_title, created_at, updated_at, deleted_at)
       select ${from}, ${author.id}, 'Of many', 'of many', ${now}::timestamptz, ${now}::timestamptz,
         case when n % 3 = 0 then ${now}::timestamptz end
       from generate_series(1, 1300) n returning *
     ), category as (
       update forum_categories set thread_count = (select count(*) from thread where deleted_at is null)
       where id = ${from}
     )
     insert into forum_posts (thread_id, user_id, position, body, created_at)
     select id, user_id, 1, 'x', created_at from thread`,
  );
  const held = async (id: number) =>
    (await query(app.site.db, sql`select 1 from forum_threads where category_id = ${id}`)).length;
  const move = () => moveCategory(app.site.db, app.site, { id: from, moveTo: to, staffId: admin.id });
  const left = new Set<number>();
  for (let n = 1; (await held(from)) > 0; n++) {
    await failAfterStatement(app, n, move);
    left.add(await held(from));
    expect(await held(to)).toBe(1300 - (await held(from)));
    expect(await counterErrors(app.site.db)).toEqual([]);
  }
  expect([...left]).toEqual([1300, 0]);
  expect([await held(from), await held(to)]).toEqual([0, 1300]);
  expect(await counterErrors(app.site.db)).toEqual([]);
  expect((await lastAuditEntry(app.site.db)).subject).toBe('huge');
  expect((await removeCategory(admin, from)).status).toBe(404);
});

it('concurrent requests with the same idempotency key create one thread or reply', async () => {
  const headers = { 'idempotency-key': 'same' };
  const made = await runConcurrently(8, () => requestThread(author, { categoryId, title: 'Twice' }, headers));
  expect([...statusesOf(made)].filter((status) => ![201, 409].includes(status))).toEqual([]);
  const threads = await query<{ id: number }>(
    app.site.db,
    sql`select id from forum_threads where title = 'Twice'`,
  );
  expect(threads).toHaveLength(1);
  const key = { 'idempotency-key': 'other' };
  await runConcurrently(8, () => requestReply(author, threads[0]?.id as number, 'Once', key));
  expect(await placesOf(threads[0]?.id as number)).toEqual([1, 2]);
});

it('a block created concurrently with a reply or like leaves no notification', async () => {
  for (let round = 0; round < 4; round++) {
    const writer = await app.player();
    const { id, postId } = await createThread(writer, categoryId);
    const player = playerAt(round);
    const act = () => (round % 2 ? requestReply(player, id) : like(player, postId));
    const [done] = await Promise.all([act(), block(writer, player)]);
    expect([200, 201, 404]).toContain(done.status);
    expect((await notificationsOf(writer)).filter(({ data }) => data.actorId === player.id)).toEqual([]);
    expect((await act()).status).toBe(404);
  }
});
