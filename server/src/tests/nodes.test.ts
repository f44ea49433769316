import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { CHALLENGES, VISITOR } from '../demo/content/visitor.ts';
import { createDemo, DEMO_LOCK } from '../demo/create-demo.ts';
import { ALL_PLAYERS, ROSTER } from '../demo/roster.ts';
import { sendLobbyMessage } from '../features/chat/testing.ts';
import { resolvePassedDeadlines } from '../features/combat/deadlines.ts';
import { checkFights, choose, exchangesOf, livePairOf, openFightOf } from '../features/combat/testing.ts';
import { createStaff } from '../features/moderation/testing.ts';
import {
  acceptFight,
  joinPool,
  leavePool,
  poolOf,
  waitLong,
  wave,
  wavesUntil,
} from '../features/ranked/testing.ts';
import { NodeError } from '../platform/cluster/node-lock.ts';
import { type Statement, sql, transaction } from '../platform/db/db.ts';
import {
  atUrl,
  createTestApp,
  nextEvent,
  PASSWORD,
  type TestApp,
  TestBrowser,
  type TestPlayer,
} from '../testing/app.ts';
import { createPostgresDatabase, runAsOwner } from '../testing/database.ts';
import { query, queryValue } from '../testing/queries.ts';
import { newRedisUrl } from '../testing/redis.ts';
import { ServerProcess } from '../testing/server-process.ts';
import { hooking } from '../testing/statements.ts';

describe('two nodes on one database', () => {
  if (!process.env.TEST_REDIS_URL) {
    it('are not possible with the embedded database', async () => {
      const app = await createTestApp();
      expect(app.site.database.pool).toBeNull();
      await app.close();
    });
    return;
  }

  it('a second node is rejected if either node has no Redis', async () => {
    const alone = await createTestApp({ env: { REDIS_URL: '' } });
    await expect(createTestApp({ sharedWith: alone, env: { REDIS_URL: '' } })).rejects.toThrow(NodeError);
    await expect(createTestApp({ sharedWith: alone })).rejects.toThrow(NodeError);
    await alone.close();
    const withRedis = await createTestApp();
    await expect(createTestApp({ sharedWith: withRedis, env: { REDIS_URL: '' } })).rejects.toThrow(NodeError);
    await withRedis.close();
  });

  it('can start and migrate concurrently', async () => {
    const first = await createTestApp();
    const others = await Promise.all([
      createTestApp({ sharedWith: first }),
      createTestApp({ sharedWith: first }),
    ]);
    for (const app of [...others, first]) await app.close();
  });

  it('a node waits while another node creates the demo world', async () => {
    const env = { DATABASE_TIMEOUT_MS: '1000', DEMO_PASSWORD: PASSWORD };
    const here = await createTestApp({ env });
    const there = await createTestApp({ sharedWith: here, env });
    const cast = ROSTER.slice(0, 2);
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = here.site.database.withoutTimeouts((db) =>
      transaction(db, async (tx) => {
        await query(tx, sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
        locked.resolve();
        await released.promise;
      }),
    );
    await locked.promise;
    const created = Promise.all([createDemo(here.site, cast), createDemo(there.site, cast)]);
    // Both nodes wait for longer than the timeout of their other statements.
    const waiting = sql`select count(*)::integer from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'
        and query_start < clock_timestamp() - interval '1 second'`;
    try {
      await expect.poll(() => queryValue(here.site.db, waiting)).toBe(2);
    } finally {
      released.resolve();
    }
    const worlds = await created;
    await holding;
    expect(worlds.filter(({ isNew }) => isNew)).toHaveLength(1);
    for (const app of [there, here]) await app.close();
  });

  // A short run skips this test, because other tests cover its parts: the test above creates a small demo world, and
  // large-tables.test.ts starts two nodes on an empty database.
  if (LONG)
    it('can start concurrently on an empty database, and create the whole demo world once', async () => {
      const database = await createPostgresDatabase(process.env.TEST_DATABASE_URL!);
      const env = {
        ...{
          DATABASE_URL: database.url,
          REDIS_URL: await newRedisUrl(),
          SESSION_SECRET: 'the same on both nodes'.repeat(2),
        },
        ...{ SEED: 'demo', DEMO_PASSWORD: PASSWORD },
      };
      const nodes = [new ServerProcess(env), new ServerProcess(env)];
      await Promise.all(nodes.map((node) => node.start()));
      const users = await runAsOwner(database.url, 'select username from users');
      expect(users).toHaveLength(ALL_PLAYERS.length);
      for (const { url } of nodes) {
        const browser = new TestBrowser(url);
        expect((await browser.signIn(VISITOR)).status).toBe(200);
        expect((await browser.call('GET /api/combat/open')).body).toHaveLength(CHALLENGES.length);
        expect((await browser.call('GET /api/clips/feed')).body.groups).not.toEqual([]);
      }
      for (const node of nodes) await node.stop();
      await database.drop();
    });

  it('share their site health data until one of them stops', async () => {
    const here = await createTestApp();
    const there = await createTestApp({ sharedWith: here });
    const admin = await createStaff(here, 'admin');
    const health = async (app: TestApp) => (await atUrl(app, admin).call('GET /api/admin/site-health')).body;
    there.site.metrics.recent.record('requests', { name: 'GET /there', seconds: 0.02, failed: true });
    for (const app of [here, there]) await atUrl(app, admin).socket();
    await waitFor(async () => {
      here.clock.advance(5_000);
      await health(there);
      expect((await health(here)).nodes.map(({ players }) => players)).toEqual([1, 1]);
    });
    const received = await health(here);
    expect([received.nodes.length, received.cluster, received.players]).toEqual([2, 'connected', 1]);
    expect(received.routes[0]).toMatchObject({ route: 'GET /there', count: 1, failed: 1 });
    expect(received.issues.map(({ kind }) => kind)).toContain('requestsFailing');
    await there.close();
    here.clock.advance(5_000);
    expect((await health(here)).nodes).toHaveLength(1);
    await here.close();
  });

  it('share the pool of ranked fights, and pair no player twice', async () => {
    const here = await createTestApp();
    const there = await createTestApp({ sharedWith: here });
    const apps = [here, there];
    const players = await Promise.all(Array.from({ length: 11 }, () => here.player()));
    const visits = players.map((player, n) => atUrl(apps[n % 2]!, player));
    for (const visit of visits) {
      await visit.socket();
      expect((await joinPool(visit)).status).toBe(200);
    }
    await waitLong(here);
    await Promise.all([1, 2, 3].flatMap(() => apps.map(wave)));
    // Run more waves (rounds of pairing), because concurrent waves skip the entries that another wave has locked.
    const pairs = await waitFor(async () => {
      await wave(here);
      const paired = await query<{ user_id: number; opponent_id: number }>(
        here.site.db,
        sql`select user_id, opponent_id from ranked_pool where opponent_id is not null`,
      );
      expect(paired).toHaveLength(10);
      return paired;
    });
    const opponents = new Map(pairs.map(({ user_id, opponent_id }) => [user_id, opponent_id]));
    for (const [id, opponentId] of opponents) expect(opponents.get(opponentId)).toBe(id);

    // Each player of a pair accepts the fight on the player's own node.
    const [first] = pairs;
    const visitOf = (id: number) => visits[players.findIndex((player) => player.id === id)]!;
    for (const id of [first!.user_id, first!.opponent_id])
      expect((await acceptFight(visitOf(id))).status).toBe(200);
    expect(await poolOf(visitOf(first!.user_id))).toMatchObject({ opponentId: first!.opponent_id });

    // After a node stops, the player without an opponent stays in the pool and connects to the other node.
    const left = players.find(({ id }) => !opponents.has(id))!;
    const { since } = await poolOf(atUrl(here, left));
    await there.close();
    const back = atUrl(here, left);
    await back.socket();
    here.clock.advance(LIMITS.ranked.offlineAfterMs);
    const next = await here.player();
    await next.socket();
    await joinPool(next);
    await waitLong(here);
    await wavesUntil(here, 'found', back);
    const waitedSince = new Date(Date.parse(since!) - 120_000).toISOString();
    expect((await poolOf(back)).since).toBe(waitedSince);
    await here.close();
  });

  describe('if the pool changes while a player accepts or leaves', () => {
    let here: TestApp;
    let there: TestApp;
    beforeAll(async () => {
      [here, there] = await startTwoNodes();
    });
    afterAll(async () => {
      await there.close();
      await here.close();
    });
    afterEach(() => query(here.site.db, sql`delete from ranked_pool`));

    /** Run `change` after `action` has read the player's entry, and before `action` locks the entry. */
    async function changeDuring<T>(action: () => Promise<T>, change: () => Promise<unknown>): Promise<T> {
      const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const after = async ({ text }: Statement) => {
        if (!/from ranked_pool where user_id = any/.test(text)) return;
        read.resolve();
        await changed.promise;
      };
      const result = hooking(here, { after }, action);
      await read.promise;
      await change().finally(changed.resolve);
      return result;
    }
    /** Let a player join on the other node, and pair this player with the only other player in the pool. */
    const joinAndPair = async (player: TestPlayer) => {
      await joinPool(atUrl(there, player));
      await waitLong(there);
      await waitFor(async () => {
        await wave(there);
        expect((await poolOf(atUrl(there, player))).status).toBe('found');
      });
    };
    const opponentsOf = async (...players: TestPlayer[]) => {
      const rows = await query<{ user_id: number; opponent_id: number | null }>(
        here.site.db,
        sql`select user_id, opponent_id from ranked_pool where waiting_since is not null`,
      );
      return players.map(({ id }) => rows.find((row) => row.user_id === id)?.opponent_id);
    };

    it('a newly found opponent returns to the pool if the player leaves', async () => {
      const [one, other] = [await here.player(), await here.player()];
      await joinPool(one);
      const left = await changeDuring(
        () => leavePool(one),
        () => joinAndPair(other),
      );
      expect(left.body.status).toBe('idle');
      expect(await opponentsOf(one, other)).toEqual([undefined, null]);
    });

    it('a newly found opponent stays paired if the player accepts', async () => {
      const [one, other] = [await here.player(), await here.player()];
      await joinPool(one);
      const accepted = await changeDuring(
        () => acceptFight(one),
        () => joinAndPair(other),
      );
      expect(accepted.body).toMatchObject({ status: 'found', accepted: true });
      expect(await opponentsOf(one, other)).toEqual([other.id, one.id]);
      expect((await acceptFight(atUrl(there, other))).body.opponentId).toBe(one.id);
    });

    it.each(['accepts', 'leaves'])(
      'no player is paired twice if a new opponent is found while the player %s',
      async (how) => {
        const [one, first, second] = [await here.player(), await here.player(), await here.player()];
        await joinPool(one);
        await joinAndPair(first);
        await changeDuring(
          () => (how === 'accepts' ? acceptFight(one) : leavePool(one)),
          async () => {
            await leavePool(atUrl(there, first));
            await joinAndPair(second);
          },
        );
        expect(await opponentsOf(one, first, second)).toEqual(
          how === 'accepts' ? [second.id, undefined, one.id] : [undefined, undefined, null],
        );
      },
    );
  });

  it('let their players fight each other live', async () => {
    const here = await createTestApp();
    const there = await createTestApp({ sharedWith: here });
    const [one, moved] = [await here.player(), await here.player()];
    const other = atUrl(there, moved);
    const socket = await other.socket();
    const { body } = await openFightOf(one, other);
    expect((await openFightOf(other, one)).body.id).toBe(body.id);
    const sealed = nextEvent(socket, 'fight:sealed');
    expect((await choose(one, other, 'guard')).body.sealed).toBe(true);
    expect(await sealed).toEqual({ combatId: body.id, exchange: 1, userId: one.id });
    const [lines, back] = [
      nextEvent(socket, 'combatLogAppend'),
      nextEvent(await one.socket(), 'combatStateUpdate'),
    ];
    const revealed = await choose(other, one, 'feint');
    expect(revealed.body.lines).toMatchObject([{ attacker: { move: 'guard' }, defender: { move: 'feint' } }]);
    expect((await lines).lines).toEqual(revealed.body.lines);
    expect((await back).combat).toMatchObject({ id: body.id, exchanges: 1 });

    // Both nodes share the Lobby: messages have a common order, and the rate limit counts the messages on both nodes.
    const [mine, heard] = [await one.socket(), nextEvent(socket, 'chat message')];
    const { message } = await sendLobbyMessage(mine, 'To the other node');
    expect(await heard).toEqual(message);
    const elsewhere = atUrl(there, one);
    const second = await elsewhere.socket();
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, n) => sendLobbyMessage(n % 2 ? mine : second, `${n} from both`)),
    );
    expect(said.filter(({ ok }) => ok)).toHaveLength(4);
    elsewhere.closeSockets();

    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    expect((await moved.call('DELETE /api/session')).status).toBe(200);
    await gone;
    expect((await other.call('GET /api/combat/open')).status).toBe(401);
    other.closeSockets();
    await there.close();
    await here.close();
  });

  it('reveal each exchange once if the players choose concurrently', async () => {
    const [here, there] = await startTwoNodes();
    const { one, other, fightId } = await livePairOf(here);
    const visit = atUrl(there, other);
    for (let exchange = 1; exchange <= 5; exchange++) {
      for (const app of [here, there]) app.clock.advance(LIMITS.combat.exchangeIntervalMs);
      const answers = await Promise.all([choose(one, other, 'guard'), choose(visit, one, 'feint')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const revealed = answers.filter(({ body }) => !body.sealed);
      expect(revealed.map(({ body }) => body.lines)).toMatchObject([
        [
          {
            exchange,
            attacker: { move: 'guard', byStyle: false },
            defender: { move: 'feint', byStyle: false },
          },
        ],
      ]);
      expect(await exchangesOf(here, fightId)).toBe(exchange);
    }
    await checkFights(here);
    for (const app of [there, here]) await app.close();
  });

  it('reveal a chosen move even if the node that received it has stopped', async () => {
    const [here, there] = await startTwoNodes();
    const last = await createTestApp({ sharedWith: here });
    const [one, moved] = [await there.player(), await here.player()];
    const other = atUrl(here, moved);
    const { body } = await openFightOf(one, other);
    await openFightOf(other, one);
    expect((await choose(one, other, 'feint')).body.sealed).toBe(true);
    await there.close();
    for (const app of [here, last]) app.clock.advance(LIMITS.combat.presentMs + 1);
    await Promise.all([here, last, here].map(({ site }) => resolvePassedDeadlines(site.db, site)));
    const { body: after } = await openFightOf(other, one);
    expect([after.id, after.exchanges]).toEqual([body.id, 1]);
    expect(after.log.at(-1)).toMatchObject({ attacker: { move: 'feint', byStyle: false } });
    await checkFights(here);
    for (const app of [last, here]) await app.close();
  });
});

async function startTwoNodes(): Promise<[TestApp, TestApp]> {
  const first = await createTestApp();
  return [first, await createTestApp({ sharedWith: first })];
}
