import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';

const app = useTestApp();
let players: TestPlayer[];
beforeAll(async () => {
  players = [];
  for (let made = 0; made < 7; made++) players.push(await app.player());
  const [one, , three, four] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
  for (const [blocker, blocked] of [
    [one, three],
    [four, one],
  ])
    await query(
      app.site.db,
      sql`insert into blocks (blocker_id, blocked_id, created_at)
       values (${blocker?.id}, ${blocked?.id}, now())`,
    );
});

/**
 * Return the ids of the players on all pages, newest first, and check that every page except the last is
 * full.
 */
async function listed(viewer: TestPlayer, query: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body, headers } = await viewer.call('GET /api/profiles', {
      query: { limit: 2, ...query, ...(cursor && { cursor }) },
    });
    ids.push(...body.map(({ id }) => id));
    cursor = /cursor=(\d+)/.exec(headers.get('link') ?? '')?.[1];
    if (!cursor) return ids;
    expect(body).toHaveLength(2);
  }
}

describe('two players with a block between them', () => {
  it.each([{}, { limit: 24 }, { search: 'hero' }, { minLevel: 1 }])(
    'are left out of each other’s lists (query: %j)',
    async (query) => {
      const ids = players.map(({ id }) => id).reverse();
      const [one, two, three, four] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
      expect(await listed(one, query)).toEqual(ids.filter((id) => id !== three.id && id !== four.id));
      expect(await listed(three, query)).toEqual(ids.filter((id) => id !== one.id));
      expect(await listed(four, query)).toEqual(ids.filter((id) => id !== one.id));
      expect(await listed(two, query)).toEqual(ids);
    },
  );

  it('cannot open each other’s profiles', async () => {
    const [one, two, three, four] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
    const look = async (viewer: TestPlayer, { id, username }: TestPlayer) => [
      (await viewer.call('GET /api/profiles/{id}', { params: { id } })).status,
      (await viewer.call('GET /api/profiles/username/{username}', { params: { username } })).status,
    ];
    expect(await look(one, three)).toEqual([404, 404]);
    expect(await look(three, one)).toEqual([404, 404]);
    expect(await look(one, four)).toEqual([404, 404]);
    expect(await look(four, one)).toEqual([404, 404]);
    expect(await look(one, two)).toEqual([200, 200]);
    expect(await look(one, one)).toEqual([200, 200]);
  });
});
