import { HOUR } from '@rivalhold/shared/time-units.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Statement, sql } from '../../platform/db/db.ts';
import { encodeCursor } from '../../platform/http/cursor.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
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
import { clipsOf, insertClips, likeClip, removeClip, viewClip } from './testing.ts';

const app = useTestApp();
let me: TestPlayer;
let one: TestPlayer;
let two: TestPlayer;
beforeAll(async () => {
  [me, one, two] = [await app.player(), await app.player(), await app.player()];
});

/** Return the usernames and clip ids of a page, in order. */
const shown = async (player: TestPlayer, query: Parameters<typeof clipsOf>[1] = {}) =>
  (await clipsOf(player, query)).body.groups.map(({ user, clips }) => [
    user.username,
    ...clips.map(({ id }) => id),
  ]);

describe('the clip list', () => {
  beforeEach(() => query(app.site.db, sql`delete from clips`));

  it('starts with the player who has the latest clip', async () => {
    const ids = await insertClips(app, [
      { userId: one.id, endsInMs: HOUR },
      { userId: two.id, endsInMs: 2 * HOUR },
      { userId: me.id, endsInMs: 3 * HOUR },
      { userId: one.id, endsInMs: 4 * HOUR },
    ]);
    expect(await shown(me)).toEqual([
      [one.username, ids[0], ids[3]],
      [me.username, ids[2]],
      [two.username, ids[1]],
    ]);
    const { body } = await clipsOf(me);
    expect(body.groups.map(({ hasUnseen }) => hasUnseen)).toEqual([true, false, true]);
    await viewClip(me, ids[0] as number);
    await likeClip(me, ids[0] as number);
    const [group] = (await clipsOf(me)).body.groups;
    expect(group).toMatchObject({ user: { id: one.id, level: 1 }, hasUnseen: true });
    expect(group?.clips).toMatchObject([
      { seen: true, likedByCurrentUser: true, likesCount: 1, viewsCount: 1 },
      { seen: false, likedByCurrentUser: false, likesCount: 0, viewsCount: 0 },
    ]);
    await viewClip(me, ids[3] as number);
    expect((await clipsOf(me)).body.groups[0]?.hasUnseen).toBe(false);
    const [seenByTwo] = (await clipsOf(two)).body.groups;
    expect(seenByTwo?.clips[0]).toMatchObject({ seen: false, likedByCurrentUser: false, likesCount: 1 });
  });

  it('continues after a cursor and lists each player once', async () => {
    const crowd = [];
    for (let n = 0; n < 5; n++) crowd.push(await app.player());
    await insertClips(
      app,
      crowd.map(({ id }) => ({ userId: id, endsInMs: HOUR })),
    );
    const first = (await clipsOf(me, { limit: 2 })).body;
    // The first page already contains this player. The new clip moves them towards the front, so the next pages do not
    // repeat them.
    await insertClips(app, [{ userId: (crowd[4] as TestPlayer).id, endsInMs: 2 * HOUR }]);
    const second = (await clipsOf(me, { limit: 2, cursor: first.nextCursor ?? '' })).body;
    const third = (await clipsOf(me, { limit: 2, cursor: second.nextCursor ?? '' })).body;
    const names = [first, second, third].flatMap(({ groups }) => groups.map(({ user }) => user.username));
    expect(names).toEqual(crowd.map(({ username }) => username).reverse());
    expect(third.nextCursor).toBeNull();
    expect((await clipsOf(me, { cursor: 'foreign' })).status).toBe(400);
    expect((await clipsOf(me, { limit: 51 })).status).toBe(400);
  });

  it('leaves out clips from the instant they expire', async () => {
    const [first, second] = await insertClips(app, [
      { userId: one.id, endsInMs: 1_000 },
      { userId: one.id, endsInMs: 2_000 },
    ]);
    app.clock.advance(999);
    expect(await shown(me)).toEqual([[one.username, first, second]]);
    app.clock.advance(1);
    expect(await shown(me)).toEqual([[one.username, second]]);
    app.clock.advance(1_000);
    expect((await clipsOf(me)).body).toEqual({ groups: [], nextCursor: null });
  });

  it('leaves out players with a block between them and the viewer', async () => {
    const [blocker, blocked] = [await app.player(), await app.player()];
    await block(blocker, blocked);
    const owners = [one, blocked, blocker, two];
    await insertClips(
      app,
      owners.map(({ id }) => ({ userId: id, endsInMs: HOUR })),
    );
    for (const [reader, hidden] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const) {
      const page = await clipsOf(reader, { limit: 2 });
      const rest = await clipsOf(reader, { limit: 2, cursor: page.body.nextCursor ?? '' });
      expect(page.body.groups).toHaveLength(2);
      expect(rest.body.nextCursor).toBeNull();
      const names = [...page.body.groups, ...rest.body.groups].map(({ user }) => user.id);
      expect(names).toEqual(
        owners
          .map(({ id }) => id)
          .filter((id) => id !== hidden.id)
          .reverse(),
      );
    }
  });

  it('stays in order after the latest clip of a player is deleted', async () => {
    const ids = await insertClips(app, [
      { userId: one.id, endsInMs: HOUR },
      { userId: two.id, endsInMs: 2 * HOUR },
      { userId: one.id, endsInMs: 3 * HOUR },
    ]);
    await removeClip(one, ids[2] as number);
    expect(await shown(me)).toEqual([
      [two.username, ids[1]],
      [one.username, ids[0]],
    ]);
    await removeClip(one, ids[0] as number);
    expect(await shown(me)).toEqual([[two.username, ids[1]]]);
  });
});

describe('clip lists', () => {
  it('need one query for any page size', async () => {
    await insertClips(
      app,
      [me, one, two].map(({ id }) => ({ userId: id, endsInMs: HOUR })),
    );
    for (const limit of [1, 50]) {
      const all = await statementsOf(app, () => clipsOf(me, { limit }));
      const texts = all.filter((text) => !/^(begin|commit|start)/i.test(text));
      expect(texts).toHaveLength(1);
      expect(texts[0]).toContain('from clips');
    }
  });
});

/** Maximum number of rows to read: thirty clips for each of the 50 players of a page, and for one more player. */
const MOST_ROWS = 51 * 30;

// Check the query plans only on PostgreSQL, with many rows and up-to-date statistics for its query planner.
if (process.env.TEST_DATABASE_URL)
  describe('query plans', () => {
    beforeAll(async () => {
      await loadSql(app, FILL);
    });

    it.each(PLAN_MODES)(
      '%s: the clip list uses indexes and reads no more clips than its page needs',
      async (planning) => {
        const middle = encodeCursor({ time: new Date(Date.now() + 12 * HOUR + 500_000), id: 1 });
        for (const query of [undefined, { cursor: middle }]) {
          const statements = await recordStatements(app, () => clipsOf(me, query));
          const statement = statements.find(({ text }) => text.includes('from clips')) as Statement;
          const all = nodesOf(await planOf(app, statement, { settings: [planning] }));
          expect(all[0]?.['Actual Rows']).toBe(MOST_ROWS);
          expect(all.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
          for (const node of all)
            expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(MOST_ROWS);
        }
      },
    );
  });

/**
 * Players with thirty clips each. The clips of every third player are active for twelve hours. All other clips have
 * expired.
 */
const FILL = [
  ...insertPlayersSql(1200),
  INSERT_BLOCKS_SQL,
  sql`insert into clips (user_id, kind, file_key, mime, width, height, is_latest, created_at, expires_at)
   select id, 'image', 'x', 'x', 1, 1, n = 30, now(),
          now() + case when id % 3 = 0 then interval '12 hours' else interval '-12 hours' end
                + make_interval(secs => n + id % 1000)
   from users cross join generate_series(1, 30) n where username like 'crowd%'`,
  sql`insert into clip_likes (clip_id, user_id, created_at)
   select c.id, c.user_id + 1, now() from clips c
   where id % 4 = 0 and exists (select 1 from users where id = c.user_id + 1)`,
  sql`insert into clip_views (clip_id, user_id, created_at)
   select c.id, c.user_id + 2, now() from clips c
   where id % 2 = 0 and exists (select 1 from users where id = c.user_id + 2)`,
  sql`analyze users, characters, blocks, clips, clip_likes, clip_views`,
];
