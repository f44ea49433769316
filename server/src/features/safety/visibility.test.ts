import { VISIBILITY_AUDIENCES as AUDIENCES } from '@rivalhold/shared/audiences.ts';
import type { VisibilityAudience } from '@rivalhold/shared/contract/safety.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, emitRaw, type TestApp, type TestPlayer, type TestSocket } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { openFightOf } from '../combat/testing.ts';
import { setSafety } from './testing.ts';

const VIEWERS = ['friend', 'stranger', 'self'] as const;
/**
 * Report whether a viewer is expected to see a player whose setting `search` or `online` has this value.
 */
const isVisible = (setting: VisibilityAudience, viewer: (typeof VIEWERS)[number]): boolean =>
  viewer === 'self' || setting === 'everybody' || (setting === 'friends' && viewer === 'friend');

let app: TestApp;
/** With Redis, a second node of the site. Without Redis, the same node as `app`. */
let node: TestApp;
let owner: TestPlayer;
let viewers: Record<(typeof VIEWERS)[number], TestPlayer>;
let sockets: Record<(typeof VIEWERS)[number], TestSocket>;

beforeAll(async () => {
  app = await createTestApp();
  node = process.env.TEST_REDIS_URL ? await createTestApp({ sharedWith: app }) : app;
  owner = await app.player('Hidden.Owner');
  viewers = { friend: await node.player(), stranger: await node.player(), self: owner };
  await query(
    app.site.db,
    sql`insert into friendships (user_id, friend_id, created_at)
        values (${owner.id}, ${viewers.friend.id}, now()), (${viewers.friend.id}, ${owner.id}, now())`,
  );
  sockets = {
    friend: await viewers.friend.socket(),
    stranger: await viewers.stranger.socket(),
    self: await owner.socket(),
  };
});
afterAll(async () => {
  if (node !== app) await node.close();
  await app.close();
});

const onlineTo = async (socket: TestSocket, payload: object) =>
  (await emitRaw<{ userIds: number[] }>(socket, 'presence:get', payload)).userIds.includes(owner.id);
const listed = async (player: TestPlayer, query: object) =>
  (await player.call('GET /api/profiles', { query: { limit: 50, ...query } })).body.some(
    ({ id }) => id === owner.id,
  );

describe('the setting for who can see a player online', () => {
  it.each(AUDIENCES)('with the value %s applies to events, requests and the player list', async (online) => {
    await setSafety(owner, { online });
    for (const viewer of VIEWERS) {
      const expected = isVisible(online, viewer);
      const seen = () => onlineTo(sockets[viewer], { userIds: [owner.id] });
      await expect.poll(seen, { message: `${online} ${viewer}` }).toBe(expected);
      expect(await onlineTo(sockets[viewer], {})).toBe(expected);
      if (viewer !== 'self') expect(await listed(viewers[viewer], { online: true })).toBe(expected);
    }
  });

  it('keeps a hidden player out of all lists of online players', async () => {
    await setSafety(owner, { online: 'nobody' });
    await expect.poll(() => onlineTo(sockets.stranger, {})).toBe(false);
    const watcher = await node.player();
    const socket = await watcher.socket();
    const lists: number[][] = [];
    socket.on('online users', (ids) => lists.push(ids));
    // A hidden player who connects again stays hidden.
    owner.closeSockets();
    sockets.self = await owner.socket();
    const other = await app.player();
    await other.socket();
    await expect.poll(() => lists.some((ids) => ids.includes(other.id))).toBe(true);
    expect(lists.filter((ids) => ids.includes(owner.id))).toEqual([]);
  });

  it('keeps a challenge from revealing that a hidden player is online', async () => {
    await setSafety(owner, { online: 'nobody' });
    const rival = await app.player();
    const { body } = await openFightOf(rival, owner);
    expect(body.isChallengePending).toBe(false);
    expect(body.sides.defender.present).toBe(false);
  });
});

describe('the setting for who can find a player', () => {
  it.each(AUDIENCES)('with the value %s applies to lists and searches, but not to links', async (search) => {
    await setSafety(owner, { search, online: 'everybody' });
    for (const viewer of VIEWERS) {
      const expected = isVisible(search, viewer);
      const player = viewers[viewer];
      const found = {
        newest: await listed(player, {}),
        name: await listed(player, { search: 'hidden.own' }),
        prefix: await listed(player, { search: 'hid' }),
        letter: await listed(player, { search: 'h' }),
        level: await listed(player, { minLevel: 1, search: 'hidden' }),
      };
      expect(found, `${search} ${viewer}`).toEqual({
        newest: expected,
        name: expected,
        prefix: expected,
        letter: expected,
        level: expected,
      });
      if (viewer !== 'self') expect(await listed(player, { sort: 'level' })).toBe(expected);
      expect((await player.call('GET /api/profiles/{id}', { params: { id: owner.id } })).status).toBe(200);
      const byName = await player.call('GET /api/profiles/username/{username}', {
        params: { username: owner.username },
      });
      expect(byName.status).toBe(200);
    }
    expect(await listed(viewers.friend, { friends: true })).toBe(isVisible(search, 'friend'));
  });

  it.each(AUDIENCES)('with the value %s applies to suggested opponents', async (search) => {
    await setSafety(owner, { search });
    for (const viewer of ['friend', 'stranger'] as const) {
      const player = viewers[viewer];
      // Give only the owner a level similar to that of `player`, so that nobody else can be suggested to `player`.
      const level = viewer === 'friend' ? 60 : 80;
      for (const { id } of [owner, player])
        await query(app.site.db, sql`update characters set level = ${level} where user_id = ${id}`);
      const { opponent } = (await player.call('GET /api/combat/opponent')).body;
      const { matchups } = (await player.call('GET /api/combat/matchups')).body;
      const { rival } = (await player.call('GET /api/quests')).body;
      const suggested = {
        opponent: opponent?.id === owner.id,
        matchup: matchups.some((matchup) => matchup.opponent.id === owner.id),
        rival: rival?.id === owner.id,
      };
      const expected = isVisible(search, viewer);
      expect(suggested, `${search} ${viewer}`).toEqual({
        opponent: expected,
        matchup: expected,
        rival: expected,
      });
    }
  });

  it('leaves no gaps in the pages of a list', async () => {
    await query(
      app.site.db,
      sql`with added as (
            insert into users (username, email, search_text, first_name, last_name, password_hash, consent_at, created_at)
            select 'ghost' || n, 'ghost' || n || '@example.org', 'ghost' || n, 'A', 'B', '', now(), now()
            from generate_series(1, 60) n returning id
          ), characters as (
            insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense, max_health)
            select id, 1, 0, 100, now(), 100, now(), 3, 3, 100 from added
          )
          insert into safety_settings (user_id, search) select id, 'nobody' from added`,
    );
    const { body } = await viewers.stranger.call('GET /api/profiles', { query: { limit: 3 } });
    expect(body).toHaveLength(3);
    expect(body.filter(({ username }) => username.startsWith('ghost'))).toEqual([]);
  });
});
