import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { RACE_COUNT, runConcurrently, statusesOf } from '../../testing/statements.ts';
import { addPhoto } from './testing.ts';

const app = useTestApp();

const gallery = (viewer: TestPlayer, userId: number) =>
  viewer.call('GET /api/photos/user/{userId}', { params: { userId } });
const like = (player: TestPlayer, id: number) =>
  player.call('POST /api/photos/{id}/like', { params: { id } });
const unread = async (player: TestPlayer) => (await player.call('GET /api/notifications')).body.items;

describe('a like', () => {
  it('can be added and removed, with one notification for the owner', async () => {
    const owner = await app.player();
    const fans = [await app.player(), await app.player()] as const;
    const { id } = await addPhoto(owner);
    expect((await like(fans[0], id)).body).toEqual({ liked: true, likes: 1 });
    expect((await like(fans[1], id)).body).toEqual({ liked: true, likes: 2 });
    const seen = (await gallery(fans[0], owner.id)).body.photos[0];
    expect([seen?.likes, seen?.likedByCurrentUser]).toEqual([2, true]);
    const [notice, ...more] = await unread(owner);
    expect(more).toEqual([]);
    expect([notice?.type, notice?.data.link, notice?.data.unreadCount, notice?.data.actorName]).toEqual([
      'like',
      `/gallery/${owner.id}`,
      2,
      fans[1].username,
    ]);
    expect((await like(fans[0], id)).body).toEqual({ liked: false, likes: 1 });
    expect((await unread(owner))[0]?.data.unreadCount).toBe(1);
    for (let press = 0; press < 11; press++) for (const fan of fans) await like(fan, id);
    expect((await like(owner, id)).status).toBe(403);
    expect((await unread(owner))[0]?.data).toMatchObject({ unreadCount: 1, actorName: fans[0].username });
    await owner.call('POST /api/notifications/mark-all-read');
    expect(await unread(owner)).toEqual([]);
    expect((await like(owner, 9_999_999)).status).toBe(404);
  });
});

describe(`${RACE_COUNT} concurrent likes by 20 players`, () => {
  it('leave a like count that equals the number of stored likes', async () => {
    const owner = await app.player();
    const { id } = await addPhoto(owner);
    const fans = await Promise.all(Array.from({ length: 20 }, () => app.player()));
    const answers = await runConcurrently(RACE_COUNT, (n) => like(fans[n % 20] as TestPlayer, id));
    expect(statusesOf(answers)).toEqual(new Set([200]));
    const [row] = await query<{ like_count: number; rows: number }>(
      app.site.db,
      sql`select like_count, (select count(*)::int from photo_likes where photo_id = p.id) as rows
       from photos p where id = ${id}`,
    );
    // Each player toggles the like an odd number of times, so at the end, each player likes the photo.
    expect(row).toEqual({ like_count: 20, rows: 20 });
  });
});
