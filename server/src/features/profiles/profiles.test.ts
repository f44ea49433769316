import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { createTestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { recordStatements, statementsOf } from '../../testing/statements.ts';
import { setCharacter } from '../combat/testing.ts';

const app = useTestApp();
let viewer: TestPlayer;
let others: TestPlayer[];
beforeAll(async () => {
  viewer = await app.player();
  others = [];
  for (let n = 0; n < 7; n++) others.push(await app.player());
});

const list = (query: Record<string, string | number> = {}) => viewer.call('GET /api/profiles', { query });
/** Return the query parameters of the next page, from the Link header. */
function nextOf(headers: Headers): Record<string, string> | null {
  const target = /^<\/api\/profiles\?([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return target === undefined ? null : Object.fromEntries(new URLSearchParams(target));
}

describe('a profile', () => {
  it('shows the coin balance only to its owner', async () => {
    const own = await viewer.call('GET /api/profiles/{id}', { params: { id: viewer.id } });
    expect(own.body).toEqual({
      id: viewer.id,
      username: viewer.username,
      avatarUrl: null,
      level: 1,
      experience: 0,
      energy: 100,
      health: 100,
      maxHealth: 100,
      attack: 3,
      defense: 3,
      coins: 50,
      wins: 0,
      losses: 0,
      statusMessage: '',
      age: null,
      sex: null,
      relationshipStatus: null,
      ...mapProfileTextFields(() => null),
      createdAt: app.clock.now().toISOString(),
      refusals: { messages: null, challenges: null, comments: null },
    });
    const seen = await others[0]?.call('GET /api/profiles/{id}', { params: { id: viewer.id } });
    expect(seen?.body).toEqual({ ...own.body, coins: null });
    expect(own.headers.get('cache-control')).toContain('no-cache');
  });

  it('hides the coin balance from other players in lists and in `/api/game/{userId}`, too', async () => {
    const [other] = others as [TestPlayer];
    const game = await viewer.call('GET /api/game/{userId}', { params: { userId: other.id } });
    expect(game.body.stats.coins).toBeNull();
    const own = await viewer.call('GET /api/game/{userId}', { params: { userId: viewer.id } });
    expect(own.body.stats.coins).toBe(50);
    const { body } = await list({ limit: 50 });
    expect(body.map(({ id, coins }) => [id === viewer.id, coins !== null])).toEqual(
      body.map(({ id }) => [id === viewer.id, id === viewer.id]),
    );
  });

  it('does not reveal an email, real name or password hash', async () => {
    const [other] = others as [TestPlayer];
    const fight = await viewer.call('GET /api/combat/{userId}', {
      params: { userId: viewer.id },
      query: { opponentId: other.id },
    });
    const answers = [
      await list({ limit: 50 }),
      await viewer.call('GET /api/profiles/{id}', { params: { id: other.id } }),
      await viewer.call('GET /api/game/{userId}', { params: { userId: other.id } }),
      await viewer.call('GET /api/leaderboard'),
      await viewer.call('GET /api/activity', { query: { scope: 'global', limit: 50 } }),
      await viewer.call('GET /api/combat/open'),
      fight,
    ];
    for (const { status, body } of answers) {
      const text = JSON.stringify(body);
      expect(status).toBe(200);
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toMatch(/@test\.invalid|email|password|argon2|first_?name|last_?name|"seed"/i);
    }
  });

  it('cannot be found or listed once its player is deleted', async () => {
    const gone = await app.player();
    await query(app.site.db, sql`update users set deleted_at = ${app.clock.now()} where id = ${gone.id}`);
    const { status } = await viewer.call('GET /api/profiles/{id}', { params: { id: gone.id } });
    expect(status).toBe(404);
    expect((await list({ limit: 50 })).body.map(({ id }) => id)).not.toContain(gone.id);
  });
});

describe('the player list', () => {
  it('contains each player once while others join', async () => {
    const before = (await list({ limit: 50 })).body.map(({ id }) => id);
    expect(before).toEqual([...before].sort((a, b) => b - a));
    expect(before.length).toBeGreaterThanOrEqual(8);
    const seen: number[] = [];
    const joined: number[] = [];
    let query: Record<string, string | number> | null = { limit: 3 };
    while (query) {
      const { body, headers } = await list(query);
      seen.push(...body.map(({ id }) => id));
      joined.push((await app.player()).id);
      query = nextOf(headers);
      if (query) expect([query.limit, body.length]).toEqual(['3', 3]);
    }
    expect(seen).toEqual(before);
    expect(seen).not.toEqual(expect.arrayContaining(joined));
  });

  it('has no Link header on the last page, even if the page is full', async () => {
    const count = (await list({ limit: 50 })).body.length;
    expect((await list({ limit: count })).headers.get('link')).toBeNull();
    expect(nextOf((await list({ limit: count - 1 })).headers)).not.toBeNull();
  });

  it('has 24 players per page by default', async () => {
    for (let n = (await list({ limit: 50 })).body.length; n < 25; n++) await app.player();
    const { body, headers } = await list();
    expect([body.length, nextOf(headers)?.limit]).toEqual([24, '24']);
  });
});

describe('the leaderboard', () => {
  it('shows the first five players by wins, level and age of the account', async () => {
    const site = await createTestApp();
    try {
      const players: TestPlayer[] = [];
      const ranks = [
        [3, 1],
        [5, 2],
        [5, 9],
        [0, 50],
        [3, 1],
        [1, 1],
        [0, 1],
      ] as const;
      for (const [wins, level] of ranks) {
        const player = await site.player();
        players.push(player);
        await setCharacter(site, player, { wins, level });
      }
      const { body } = await (players[0] as TestPlayer).call('GET /api/leaderboard');
      expect(body.leaderboard.map(({ id }) => players.findIndex((player) => player.id === id))).toEqual([
        2, 1, 0, 4, 5,
      ]);
      expect(Object.keys(body.leaderboard[0] ?? {}).sort()).toEqual([
        'avatarUrl',
        'id',
        'level',
        'losses',
        'username',
        'wins',
      ]);
    } finally {
      await site.close();
    }
  });
});

describe('the number of statements of a request', () => {
  it('does not grow with the length of a list', async () => {
    const count = (query: Record<string, string | number>) => statementsOf(app, () => list(query));
    const [short, long] = [await count({ limit: 1 }), await count({ limit: 50 })];
    expect(long.length, long.join('\n')).toBe(2);
    expect(short.filter((text) => /from users u join characters/.test(text)).length).toBe(1);
    expect(long.filter((text) => /from users u join characters/.test(text)).length).toBe(1);
  });

  it('is two for a profile: one for the session and one for the profile', async () => {
    const { id } = viewer;
    await transaction(app.site.db, async (tx) => app.site.sessions.invalidateUsers(tx, [id]));
    const read = () => viewer.call('GET /api/profiles/{id}', { params: { id } });
    const statements = await recordStatements(app, read, { all: true });
    expect(statements.map(({ text }) => /from (sessions|users)\b/.exec(text)?.[1])).toEqual([
      'sessions',
      'users',
    ]);
  });
});
