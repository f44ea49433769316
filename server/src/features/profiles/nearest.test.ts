import { MAX_LEVEL } from '@rivalhold/shared/levels/levels.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { setCharacter } from '../combat/testing.ts';

const OWN_LEVEL = 10;
/** Levels of the other players, in order of sign-up. */
const LEVELS = [10, 60, 12, 8, 10, 1, 13, 7, 9, 11];
const app = useTestApp();
let viewer: TestPlayer;
let others: TestPlayer[];

beforeAll(async () => {
  viewer = await app.player();
  await setCharacter(app, viewer, { level: OWN_LEVEL });
  others = [];
  for (const level of LEVELS) {
    const other = await app.player();
    await setCharacter(app, other, { level });
    others.push(other);
  }
});

type Query = Record<string, string | number | boolean>;
const FILTERS: Query[] = [{ sort: 'level' }, { near: true }, { friends: true }];
const request = (query: Query) =>
  viewer.call('GET /api/profiles', { query: query as Record<string, string> });
const befriend = (other: TestPlayer) =>
  query(
    app.site.db,
    sql`insert into friendships (user_id, friend_id, created_at)
        values (${viewer.id}, ${other.id}, now()), (${other.id}, ${viewer.id}, now()) on conflict do nothing`,
  );
/** Return the players of all pages as indices of `others`, where -1 is the viewer. */
async function listed(filter: Query, limit = 3): Promise<number[]> {
  const found: number[] = [];
  for (let next: Query | null = { ...filter, limit }; next; ) {
    const { status, body, headers } = await request(next);
    expect(status).toBe(200);
    found.push(...body.map(({ id }) => others.findIndex((other) => other.id === id)));
    const link = /<\/api\/profiles\?([^>]*)>/.exec(headers.get('link') ?? '')?.[1];
    next = link === undefined ? null : Object.fromEntries(new URLSearchParams(link));
  }
  return found;
}

describe('players by level', () => {
  it('are listed by distance from the viewer’s level, then lower level first, then newest first', async () => {
    expect(await listed({ sort: 'level' })).toEqual([4, 0, 8, 9, 3, 2, 7, 6, 5, 1]);
    expect(await listed({ sort: 'level', minLevel: 11 })).toEqual([9, 2, 6, 1]);
    expect(await listed({ sort: 'level', minLevel: MAX_LEVEL + 1 })).toEqual([]);
  });

  it('can be limited to levels near the viewer’s own level', async () => {
    const near = LEVELS.flatMap((level, at) =>
      Math.abs(level - OWN_LEVEL) <= LIMITS.nearLevels ? [at] : [],
    );
    expect((await listed({ near: true })).toSorted()).toEqual(near);
    const [{ username } = { username: '' }] = others as TestPlayer[];
    expect(await listed({ near: true, search: username })).toEqual([0]);
    expect(await listed({ near: true, search: others[1]?.username ?? '' })).toEqual([]);
  });

  it('can be limited to friends, to online players, and by name', async () => {
    for (const at of [1, 3, 6]) await befriend(others[at] as TestPlayer);
    expect(await listed({ friends: true }, 2)).toEqual([3, 6, 1]);
    expect(await listed({ friends: true, near: true })).toEqual([3]);
    expect(await listed({ friends: true, search: others[6]?.username ?? '' })).toEqual([6]);
    const sockets = [await others[3]?.socket(), await others[9]?.socket(), await viewer.socket()];
    expect(await listed({ online: true }, 1)).toEqual([9, 3]);
    expect(await listed({ online: true, friends: true })).toEqual([3]);
    for (const socket of sockets) socket?.disconnect();
  });

  it('do not include blocked or deleted players', async () => {
    const [hidden, gone] = [await app.player(), await app.player()];
    for (const other of [hidden, gone]) {
      await setCharacter(app, other, { level: OWN_LEVEL });
      await befriend(other);
    }
    others.push(hidden, gone);
    expect((await listed({ sort: 'level' })).slice(0, 2)).toEqual([11, 10]);
    await block(hidden, viewer);
    await query(app.site.db, sql`update users set deleted_at = now() where id = ${gone.id}`);
    for (const filter of FILTERS) expect(await listed(filter)).not.toEqual(expect.arrayContaining([10, 11]));
  });

  it('stay in order across pages if the viewer’s level changes between requests', async () => {
    const { body, headers } = await request({ sort: 'level', limit: 3 });
    const cursor = /cursor=([^&>]*)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    await setCharacter(app, viewer, { level: OWN_LEVEL + 1 });
    const rest = await request({ sort: 'level', limit: 50, cursor });
    await setCharacter(app, viewer, { level: OWN_LEVEL });
    const all = await request({ sort: 'level', limit: 50 });
    expect([...body, ...rest.body].map(({ id }) => id)).toEqual(all.body.map(({ id }) => id));
  });

  it.each(['x', '10', '10.10', '0.5.7', '10.61.7', '10.10.0', '10.10.7.1'])(
    'are not listed for the malformed cursor %s',
    async (cursor) => {
      const { status } = await request({ sort: 'level', cursor });
      expect(status).toBe(400);
    },
  );

  it('are read with one statement per page, however long the page is', async () => {
    for (const filter of FILTERS)
      for (const limit of [1, 50]) {
        const statements = await statementsOf(app, () => request({ ...filter, limit }));
        expect(statements.filter((text) => /from users u join characters/.test(text))).toHaveLength(1);
      }
  });
});
