import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { verifyFight } from '@rivalhold/shared/fights/verify.ts';
import { imageUrlsIn } from '@rivalhold/shared/forum/images.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { verifyLedger } from '../features/coins/service.ts';
import { findRecord } from '../features/combat/service.ts';
import { imageUrl } from '../features/images/service.ts';
import { raw, sql } from '../platform/db/db.ts';
import { createTestApp, PASSWORD, type TestApp } from '../testing/app.ts';
import { query, queryValue, queryValues } from '../testing/queries.ts';
import { THREADS } from './content/threads.ts';
import { ALL_PLAYERS, ROSTER } from './roster.ts';
import { createDemoWorld } from './world.ts';

const env = { DEMO_PASSWORD: PASSWORD };

const count = async ({ site }: TestApp, table: string): Promise<number> => {
  return queryValue<number>(site.db, sql`select count(*)::integer from ${raw(table)}`);
};

describe('the whole demo world', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env });
    expect(await createDemoWorld(app.site)).toMatchObject({ isNew: true, password: PASSWORD });
  });
  afterAll(() => app.close());

  test('has all players, with a portrait and a correct balance', async () => {
    const rows = await query<{
      username: string;
      avatar_url: string;
      level: number;
      coins: number;
      sum: number;
    }>(
      app.site.db,
      sql`select u.username, u.avatar_url, c.level, c.coins,
              (select sum(amount)::integer from coin_ledger l where l.user_id = u.id) as sum
       from users u join characters c on c.user_id = u.id`,
    );
    expect(rows.map((row) => row.username).sort()).toEqual(ALL_PLAYERS.map((one) => one.username).sort());
    for (const { username, avatar_url, level, coins, sum } of rows) {
      expect(avatar_url).toMatch(/^\/media\/avatars\/demo-[0-9a-f]{24}\.webp$/);
      expect(level).toBeGreaterThanOrEqual(ALL_PLAYERS.find((one) => one.username === username)!.level);
      expect(coins).toBe(sum);
    }
    expect(new Set(rows.map((row) => row.avatar_url)).size).toBe(ALL_PLAYERS.length);
  });

  test('has players who fight in the styles of their characters', async () => {
    const rows = await query<{ username: string; temperament: string; lines: unknown }>(
      app.site.db,
      sql`select username, temperament, lines from fight_settings join users on users.id = user_id`,
    );
    expect(rows.map(({ username, temperament, lines }) => [username, lines ?? temperament]).sort()).toEqual(
      ALL_PLAYERS.map(({ username, style }) => [username, style]).sort(),
    );
  });

  test('has players with claimed goals, streaks and titles that they have earned', async () => {
    expect(await count(app, 'goals where claimed_at is not null')).toBeGreaterThan(20);
    expect(await count(app, 'goal_progress where streak >= 7')).toBeGreaterThan(1);
    expect(await count(app, 'titles where chosen')).toBeGreaterThan(ALL_PLAYERS.length / 2);
    const unearned = sql`select count(*)::integer from titles t join characters c using (user_id)
      where t.title = 'level-10' and c.level < 10 or t.title = 'win-10' and c.wins < 10`;
    expect(await queryValue(app.site.db, unearned)).toBe(0);
    const waiting = sql`select count(*)::integer from goals join users on users.id = user_id
      where username = 'demo_player' and progress = target and claimed_at is null`;
    expect(await queryValue(app.site.db, waiting)).toBeGreaterThan(0);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });

  test('has trusted players, and gives demo_player the standing “settled”', async () => {
    const standings = new Set<string>();
    for (const username of ['Captain_Merrow', 'demo_player', 'demo_admin']) {
      const browser = app.browser();
      await browser.signIn(username);
      const { body } = await browser.call('GET /api/account-standing');
      standings.add(`${username}: ${body.standing}`);
    }
    expect([...standings]).toEqual([
      'Captain_Merrow: trusted',
      'demo_player: settled',
      'demo_admin: trusted',
    ]);
  });

  test('serves a portrait', async () => {
    const [row] = await query<{ avatar_url: string }>(app.site.db, sql`select avatar_url from users limit 1`);
    const response = await app.browser().fetch(row!.avatar_url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
  });

  test('has hundreds of fights, and a leaderboard of players with wins', async () => {
    expect(await count(app, `fights where status = 'over'`)).toBeGreaterThan(200);
    expect(await count(app, `activity where type = 'JOIN'`)).toBe(ALL_PLAYERS.length);
    const dayAgo = new Date(app.clock.now().getTime() - 86_400_000).toISOString();
    expect(await count(app, `activity where created_at > '${dayAgo}'`)).toBeGreaterThan(3);
    const [ahead] = await query(
      app.site.db,
      sql`select 1 from activity where created_at > ${app.clock.now()}`,
    );
    expect(ahead).toBeUndefined();
    const player = await app.player();
    const { body } = await player.call('GET /api/leaderboard');
    expect(body.leaderboard).toHaveLength(5);
    for (const { wins, level } of body.leaderboard) {
      expect(wins).toBeGreaterThan(5);
      expect(level).toBeGreaterThan(3);
    }
  });

  test('lets demo_player log in, at level 3 and with open challenges', async () => {
    const browser = app.browser();
    const { status, body } = await browser.signIn('demo_player');
    expect(status).toBe(200);
    expect(body.user.emailVerified).toBe(true);
    const game = await browser.call('GET /api/game/{userId}', { params: { userId: body.user.id } });
    expect(game.body.stats).toMatchObject({ level: 3 });
    expect(game.body.stats.health).toBe(game.body.stats.maxHealth);
    const open = await browser.call('GET /api/combat/open');
    expect(
      open.body.map(({ opponent, isAttacker, unseen }) => ({ name: opponent.username, isAttacker, unseen })),
    ).toEqual([
      { name: 'Torvik99', isAttacker: false, unseen: true },
      { name: 'frostbit_finn', isAttacker: false, unseen: true },
      { name: 'little_howl', isAttacker: false, unseen: true },
    ]);
  });

  test('gives demo_player friends, requests, conversations and notifications', async () => {
    const browser = app.browser();
    await browser.signIn('demo_player');
    expect((await browser.call('GET /api/friendships')).body).toHaveLength(7);
    const asking = (await browser.call('GET /api/friend-requests')).body;
    expect(asking.map(({ Sender }) => Sender.username)).toEqual(['Torvik99', 'umbra.lily']);
    expect((await browser.call('GET /api/friend-requests/outgoing')).body).toHaveLength(1);
    const conversations = (await browser.call('GET /api/dms')).body;
    expect(conversations.map(({ otherUser, unreadCount }) => [otherUser.username, unreadCount])).toEqual([
      ['kettlewick', 2],
      ['moonmilk', 1],
      ['acornathan', 0],
      ['bark_less_bite', 0],
      ['demo_mod', 0],
    ]);
    const { body } = await browser.call('GET /api/notifications/unread-counts');
    expect(body.byType).toMatchObject({ friend_request: 2, dm: 2 });
    expect(body.byType.comment).toBeGreaterThan(0);
    expect(await count(app, 'profile_comments')).toBeGreaterThan(80);
    expect(await count(app, 'friendships')).toBeGreaterThan(200);
  });

  test('has an ended mute of demo_player, and an open appeal by another player', async () => {
    const [visitor, moderator, admin] = [app.browser(), app.browser(), app.browser()];
    await visitor.signIn('demo_player');
    await moderator.signIn('demo_mod');
    await admin.signIn('demo_admin');
    expect((await visitor.user())?.mutedUntil).toBeNull();
    expect((await visitor.call('GET /api/decisions')).body.items).toMatchObject([
      { kind: 'mute', appeal: null },
    ]);
    const queueOf = async (staff: typeof admin) => (await staff.call('GET /api/mod/appeals')).body.items;
    expect(await queueOf(admin)).toMatchObject([{ player: { username: 'goldiehorns' }, refusal: null }]);
    expect(await queueOf(moderator)).toMatchObject([{ refusal: expect.any(String) }]);
  });

  test('has a feed in chronological order, with likes and comments', async () => {
    const player = await app.player();
    const first = (await player.call('GET /api/feed', { query: { limit: 50 } })).body;
    const { body: rest } = await player.call('GET /api/feed', {
      query: { limit: 50, cursor: first.nextCursor ?? '' },
    });
    const posts = [...first.items, ...rest.items];
    expect(posts).toHaveLength(60);
    const times = posts.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(posts[0]).toMatchObject({ author: { username: 'kettlewick' }, comments: [{}, {}] });
    expect(posts.reduce((sum, { likes }) => sum + likes, 0)).toBeGreaterThan(100);
    expect(posts.reduce((sum, { commentsCount }) => sum + commentsCount, 0)).toBeGreaterThan(50);
  });

  test('has recent Lobby messages by players who had already joined', async () => {
    const types = await query<{ type: string; count: number }>(
      app.site.db,
      sql`select type, count(*)::integer as count from chat_messages group by type order by type`,
    );
    expect(types.map(({ type, count }) => [type, count > 1])).toEqual([
      ['bot', true],
      ['emote', true],
      ['user', true],
    ]);
    const wrong = await query(
      app.site.db,
      sql`select 1 from chat_messages m join users u on u.id = m.user_id where m.created_at < u.created_at
          or m.created_at > ${app.clock.now()}`,
    );
    expect(wrong).toEqual([]);
  });

  test('has a forum with long threads, images and replies', async () => {
    const player = await app.player();
    const { body } = await player.call('GET /api/forum-threads', { query: { sort: 'mostPosts' } });
    expect(body.total).toBe(THREADS.length);
    const [long] = body.threads;
    expect(long?.postCount).toBeGreaterThan(50);
    expect(body.threads.map(({ title }) => title).join('\n')).toContain('<script>');
    const categories = (await player.call('GET /api/forum-categories')).body;
    expect(categories.filter(({ threadCount }) => threadCount > 0)).toHaveLength(6);
    const posts = await query<{ body: string; edited_at: Date | null }>(
      app.site.db,
      sql`select body, edited_at from forum_posts where created_at < ${app.clock.now()} order by id`,
    );
    expect(posts).toHaveLength(await count(app, 'forum_posts'));
    expect(posts.filter((post) => post.edited_at)).toHaveLength(1);
    // All images in the posts are avatars of this site, so showing them makes no requests to other sites.
    const shown = posts.flatMap((post) => imageUrlsIn(post.body));
    expect(shown.length).toBeGreaterThan(2);
    for (const address of shown) expect(imageUrl(app.site, address)).toMatch(/^\/media\/avatars\/demo-/);
    expect(posts.map((post) => post.body).join('\n')).not.toContain('portrait:');
    expect(await count(app, 'forum_likes')).toBeGreaterThan(20);
    expect(await count(app, `notifications where link like '/forum?thread=%'`)).toBeGreaterThan(10);
  });

  test('has exactly one admin and one moderator, who can log in', async () => {
    const staff = await query<{ username: string; role: string }>(
      app.site.db,
      sql`select username, role from users where role <> 'player' order by id`,
    );
    expect(staff).toEqual([
      { username: 'demo_admin', role: 'admin' },
      { username: 'demo_mod', role: 'moderator' },
    ]);
    for (const { username } of staff) expect((await app.browser().signIn(username)).status).toBe(200);
  });

  test('has players who can be challenged regardless of their earlier fights', async () => {
    const player = await app.player();
    for (const { username } of ROSTER.slice(0, 8)) {
      const [row] = await query<{ id: number }>(
        app.site.db,
        sql`select id from users where username = ${username}`,
      );
      const { status, body } = await player.call('GET /api/combat/{userId}', {
        params: { userId: player.id },
        query: { opponentId: row!.id },
      });
      expect(status).toBe(200);
      expect(body.defenderHP).toBe(body.defenderMaxHP);
      await player.call('POST /api/combat/fights/{id}/concede', { params: { id: body.id } });
    }
  });

  test('has fights that everybody can verify', async () => {
    const ids = await queryValues<number>(app.site.db, sql`select id from fights where status = 'over'`);
    expect(ids.length).toBeGreaterThan(200);
    for (const [index, fightId] of ids.entries()) {
      const record = (await findRecord(app.site.db, { fightId, viewerId: 1 }))!;
      const isAccepted = (change: Partial<FightRecord>) =>
        verifyFight({ ...record, ...change }, null, 0).passed;
      expect([fightId, isAccepted({})]).toEqual([fightId, true]);
      // In a short test run, change the records of only every fifth fight.
      if (!LONG && index % 5 > 0) continue;
      const first = record.inputs.findIndex(({ kind }) => kind === 'exchange');
      const input = record.inputs[first];
      if (input?.kind !== 'exchange') continue;
      const move = input.attacker?.move === 'guard' ? 'feint' : 'guard';
      const inputs = record.inputs.with(first, { ...input, attacker: { move, itemId: null } });
      const nonces = { ...record.nonces, attacker: `${record.nonces.attacker}x` };
      const seed = record.seed.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
      const changes = [{ inputs }, { nonces }, { seed }];
      expect([fightId, changes.filter(isAccepted)]).toEqual([fightId, []]);
    }
  });

  test('is not created again if it exists', async () => {
    const before = await count(app, 'users');
    expect(await createDemoWorld(app.site)).toMatchObject({ isNew: false, password: PASSWORD });
    expect(await count(app, 'users')).toBe(before);
  });
});
