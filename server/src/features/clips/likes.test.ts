import { HOUR } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { RACE_COUNT, runConcurrently, statusesOf } from '../../testing/statements.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import {
  clipsOf,
  counterErrors,
  insertClips,
  likeClip,
  removeClip,
  rowsForClip,
  viewClip,
} from './testing.ts';

const app = useTestApp();
let owner: TestPlayer;
beforeAll(async () => {
  owner = await app.player();
});

const insertOne = async (userId = owner.id): Promise<number> => {
  const [id] = await insertClips(app, [{ userId, endsInMs: HOUR }]);
  return id as number;
};

describe('a like', () => {
  it('can be toggled, and notifies the owner once per player', async () => {
    const [one, two] = [await app.player(), await app.player()];
    const id = await insertOne();
    expect((await likeClip(one, id)).body).toEqual({ liked: true, likesCount: 1 });
    expect((await likeClip(two, id)).body).toEqual({ liked: true, likesCount: 2 });
    expect((await likeClip(one, id)).body).toEqual({ liked: false, likesCount: 1 });
    const [notice, ...more] = await notificationsOf(owner);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      type: 'like',
      text: `${two.username} likes your clip.`,
      data: { link: `/dashboard#clip-${id}`, unreadCount: 1, actorName: two.username },
    });
    await owner.call('POST /api/notifications/mark-all-read');
    expect((await likeClip(one, id)).body).toEqual({ liked: true, likesCount: 2 });
    expect((await likeClip(owner, id)).body).toEqual({ liked: true, likesCount: 3 });
    expect(await notificationsOf(owner)).toEqual([]);
  });
});

describe('a view', () => {
  it('counts once per player, but not for the owner', async () => {
    const [one, two] = [await app.player(), await app.player()];
    const id = await insertOne();
    for (const [viewer, viewsCount] of [
      [one, 1],
      [one, 1],
      [owner, 1],
      [two, 2],
    ] as const)
      expect((await viewClip(viewer, id)).body).toEqual({ viewsCount });
    expect(await counterErrors(app.site.db, id)).toEqual({ likes: 0, views: 0 });
  });
});

it('likes, views and deletions return 404 for a clip that the player cannot see', async () => {
  const [blocker, stranger] = [await app.player(), await app.player()];
  const [over, hidden] = [await insertOne(), await insertOne(blocker.id)];
  await block(blocker, stranger);
  for (const act of [likeClip, viewClip, removeClip])
    for (const id of [hidden, 9_999_999]) expect((await act(stranger, id)).status).toBe(404);
  app.clock.advance(HOUR);
  for (const act of [likeClip, viewClip, removeClip]) expect((await act(owner, over)).status).toBe(404);
});

const PLAYERS = 50;
describe('concurrent likes and views', () => {
  let players: TestPlayer[];
  beforeAll(async () => {
    players = [];
    for (let n = 0; n < PLAYERS; n++) players.push(await app.player());
  });
  const anybody = (n: number) => players[n % PLAYERS] as TestPlayer;

  it('leave the counters equal to the stored likes and views', async () => {
    const [kept, doomed] = [await insertOne(), await insertOne()];
    const removal = Math.floor(RACE_COUNT / 2);
    const answers = await runConcurrently<{ status: number }>(RACE_COUNT, (n) => {
      if (n === removal) return removeClip(owner, doomed);
      const id = n % 4 === 0 ? doomed : kept;
      return n % 3 === 0 ? viewClip(anybody(n * 7), id) : likeClip(anybody(n * 3), id);
    });
    expect([...statusesOf(answers)].sort()).toEqual([200, 404]);
    expect(await counterErrors(app.site.db, kept)).toEqual({ likes: 0, views: 0 });
    const { groups } = (await clipsOf(anybody(0))).body;
    const seen = groups.find(({ user }) => user.id === owner.id)?.clips;
    expect(seen?.map(({ id }) => id)).toEqual([kept]);
    expect(seen?.[0]?.viewsCount).toBeGreaterThan(0);
    expect(await rowsForClip(app.site.db, doomed)).toBe(0);
  });

  it('toggle the like once per request if one player sends all requests', async () => {
    const id = await insertOne();
    const presses = RACE_COUNT / 5 + 1;
    expect(statusesOf(await runConcurrently(presses, () => likeClip(anybody(0), id)))).toEqual(
      new Set([200]),
    );
    expect((await likeClip(anybody(0), id)).body).toEqual({
      liked: presses % 2 === 0,
      likesCount: 1 - (presses % 2),
    });
    expect(await counterErrors(app.site.db, id)).toEqual({ likes: 0, views: 0 });
  });
});
