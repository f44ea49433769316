import { beforeAll, expect, it } from 'vitest';
import { raw, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { RACE_COUNT, runConcurrently, statusesOf } from '../../testing/statements.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import { comment, counterErrors, createPost, like, removeComment, removePost, unlike } from './testing.ts';

const PLAYERS = 50;

const app = useTestApp();
let author: TestPlayer;
let players: TestPlayer[];
beforeAll(async () => {
  author = await app.player();
  players = [];
  for (let n = 0; n < PLAYERS; n++) players.push(await app.player());
});

const playerAt = (n: number) => players[n % PLAYERS] as TestPlayer;

it('the likes and comments of a post are counted correctly during concurrent changes', async () => {
  const ids = [await createPost(author), await createPost(author)];
  const answers = await runConcurrently(RACE_COUNT, async (n) => {
    const id = ids[n % 7 === 0 ? 1 : 0] as number;
    if (n % 10 === 9) {
      const { body, status } = await comment(playerAt(n), id);
      return n % 20 === 19 ? removeComment(playerAt(n), id, body.comment.id) : { status };
    }
    return (n * 7) % 3 === 0 ? unlike(playerAt(n * 3), id) : like(playerAt(n * 3), id);
  });
  expect([...statusesOf(answers)].sort()).toEqual([200, 201]);
  for (const id of ids) expect(await counterErrors(app.site.db, id)).toEqual({ likes: 0, comments: 0 });
});

it('concurrent likes and unlikes by one player leave the like count correct', async () => {
  const id = await createPost(author);
  const player = playerAt(0);
  await runConcurrently(RACE_COUNT / 5, (n) => (n % 2 === 0 ? like(player, id) : unlike(player, id)));
  expect(await counterErrors(app.site.db, id)).toEqual({ likes: 0, comments: 0 });
});

it('deleting a post removes all likes and comments that players add concurrently', async () => {
  const id = await createPost(author);
  let left = RACE_COUNT / 4;
  const answers = await runConcurrently<{ status: number }>(RACE_COUNT / 2, (n) => {
    if (left-- === 0) return removePost(author, id);
    return n % 3 === 0
      ? comment(playerAt(n), id)
      : n % 3 === 1
        ? like(playerAt(n), id)
        : unlike(playerAt(n), id);
  });
  const statuses = statusesOf(answers);
  expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  expect(statuses).toContain(404);
  for (const table of ['post_likes', 'post_comments', 'notifications'])
    expect(await query(app.site.db, sql`select 1 from ${raw(table)} where post_id = ${id}`)).toEqual([]);
  expect((await notificationsOf(author)).filter(({ data }) => data.postId === id)).toEqual([]);
});

it('a block created concurrently with a like leaves no notification about the like', async () => {
  for (let round = 0; round < 5; round++) {
    const writer = await app.player();
    const id = await createPost(writer);
    const player = playerAt(round);
    const [liked] = await Promise.all([like(player, id), block(writer, player)]);
    expect([200, 404]).toContain(liked.status);
    expect((await notificationsOf(writer)).filter(({ data }) => data.actorId === player.id)).toEqual([]);
    expect((await like(player, id)).status).toBe(404);
  }
});
