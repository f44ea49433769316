import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../platform/db/db.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing.ts';
import { block, unreadOf } from '../blocking/testing.ts';
import { comment, countersOff, like, posted, removeComment, removePost, unlike } from './testing.ts';

/** As many as there are connections to race on; the embedded database does one after the other. */
const TOGGLES = process.env.TEST_DATABASE_URL ? 500 : 100;
const PLAYERS = 50;
const BATCH = 100;

let app: TestApp;
let author: TestPlayer;
let players: TestPlayer[];
beforeAll(async () => {
  app = await createTestApp();
  author = await app.player();
  players = [];
  for (let n = 0; n < PLAYERS; n++) players.push(await app.player());
});
afterAll(() => app.close());

/** Runs so many acts, `BATCH` of them under way at the same time; answers their statuses. */
async function storm(acts: number, act: (n: number) => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let begun = 0;
  const worker = async () => {
    while (begun < acts) statuses.add((await act(begun++)).status);
  };
  await Promise.all(Array.from({ length: BATCH }, worker));
  return statuses;
}
const anybody = (n: number) => players[n % PLAYERS] as TestPlayer;

it('likes are counted right after toggles of fifty players at once, with comments in between', async () => {
  const ids = [await posted(author), await posted(author)];
  const statuses = await storm(TOGGLES, async (n) => {
    const id = ids[n % 7 === 0 ? 1 : 0] as number;
    if (n % 10 === 9) {
      const { body, status } = await comment(anybody(n), id);
      return n % 20 === 19 ? removeComment(anybody(n), id, body.comment.id) : { status };
    }
    return (n * 7) % 3 === 0 ? unlike(anybody(n * 3), id) : like(anybody(n * 3), id);
  });
  expect([...statuses].sort()).toEqual([200, 201]);
  for (const id of ids) expect(await countersOff(app.site.db, id)).toEqual({ likes: 0, comments: 0 });
});

it('a like and its taking back by one player at once leave the counter right', async () => {
  const id = await posted(author);
  const player = anybody(0);
  await storm(TOGGLES / 5, (n) => (n % 2 === 0 ? like(player, id) : unlike(player, id)));
  expect(await countersOff(app.site.db, id)).toEqual({ likes: 0, comments: 0 });
});

it('a post deleted meanwhile takes all with it, and nobody meets an error', async () => {
  const id = await posted(author);
  let left = TOGGLES / 4;
  const statuses = await storm(TOGGLES / 2, (n) => {
    if (left-- === 0) return removePost(author, id);
    return n % 3 === 0
      ? comment(anybody(n), id)
      : n % 3 === 1
        ? like(anybody(n), id)
        : unlike(anybody(n), id);
  });
  expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  expect(statuses).toContain(404);
  for (const table of ['post_likes', 'post_comments', 'notifications'])
    expect(await run(app.site.db, `select 1 from ${table} where post_id = $1`, [id])).toEqual([]);
  expect((await unreadOf(author)).filter(({ data }) => data.postId === id)).toEqual([]);
});

it('a block and a like that meet leave no like after the block', async () => {
  for (let round = 0; round < 5; round++) {
    const writer = await app.player();
    const id = await posted(writer);
    const player = anybody(round);
    const [liked] = await Promise.all([like(player, id), block(writer, player)]);
    expect([200, 404]).toContain(liked.status);
    expect((await unreadOf(writer)).filter(({ data }) => data.actorId === player.id)).toEqual([]);
    expect((await like(player, id)).status).toBe(404);
  }
});
