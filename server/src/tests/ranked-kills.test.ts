import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { checkFights } from '../features/combat/testing.ts';
import { acceptFight } from '../features/ranked/testing.ts';
import { verifyRatings } from '../features/ratings/service.ts';
import { sql } from '../platform/db/db.ts';
import { type Database, openDatabase } from '../platform/db/open-database.ts';
import { atUrl, signUp, type TestApp, type TestPlayer, type TestSocket } from '../testing/app.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/database.ts';
import { query, queryOne, queryValues } from '../testing/queries.ts';
import { newRedisUrl } from '../testing/redis.ts';
import { ServerProcess } from '../testing/server-process.ts';

vi.setConfig({ testTimeout: slowTestTimeout(60_000), hookTimeout: slowTestTimeout(60_000) });

/**
 * The numbers of the rounds: ten in a long run, none in a short run. Each round kills one of the two nodes at a
 * different moment. A short run kills a node once, at the most critical moment: after it writes the ratings, and before
 * it commits.
 */
const rounds = Array.from({ length: LONG ? 10 : 0 }, (_, round) => round);
/** Number of players in the pool. It is odd, so that one player gets no opponent. */
const PLAYERS = 9;
/** Maximum time in ms from a kill until all players but one have opponents. */
const LONGEST_WAIT_MS = 5_000;

let database: TestDatabase;
let opened: Database;
let nodes: [ServerProcess, ServerProcess];
const players: TestPlayer[] = [];
const sockets: TestSocket[] = [];
beforeAll(async () => {
  database = await createPostgresDatabase(process.env.TEST_DATABASE_URL!, {
    copyOf: process.env.TEST_TEMPLATE_DATABASE,
  });
  const redisUrl = await newRedisUrl();
  const secret = randomUUID();
  const createNode = (index: 0 | 1) => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', String(index));
    return new ServerProcess({ DATABASE_URL: url.href, REDIS_URL: redisUrl, SESSION_SECRET: secret });
  };
  nodes = [createNode(0), createNode(1)];
  await Promise.all(nodes.map((node) => node.start()));
  opened = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  if (LONG) await signUpPlayers(PLAYERS);
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await opened?.close();
  await database?.drop();
});
// Start killed nodes again, disconnect all players, empty the pool, and end all ranked fights.
afterEach(async () => {
  for (const node of nodes) if (!(await node.isReady())) await node.start();
  for (const socket of sockets.splice(0)) socket.disconnect();
  await query(opened.db, sql`delete from ranked_pool`);
  for (const { id, attackerId } of await activeFights())
    await concede(on(0, players.find((player) => player.id === attackerId)!), id);
});

async function signUpPlayers(count: number): Promise<TestPlayer[]> {
  const added = await Promise.all(Array.from({ length: count }, () => signUp(nodes[0].url)));
  players.push(...added);
  return added;
}
/** Return a player's browser that sends its requests to a node. */
const on = (node: 0 | 1, player: TestPlayer): TestPlayer => atUrl(nodes[node], player);
const otherThan = (node: 0 | 1): 0 | 1 => (node === 0 ? 1 : 0);
const concede = (player: TestPlayer, id: number) =>
  player.call('POST /api/combat/fights/{id}/concede', { params: { id } });

const activeFights = () =>
  query<{ id: number; attackerId: number; defenderId: number }>(
    opened.db,
    sql`select id, attacker_id as "attackerId", defender_id as "defenderId" from fights
        where status = 'active' and ranked`,
  );
/** Return the players in the pool with the start of their waiting time, and the pairs that have been found. */
async function readPool() {
  const entries = await query<{ id: number; since: Date; opponentId: number | null }>(
    opened.db,
    sql`select user_id as id, waiting_since as since, opponent_id as "opponentId" from ranked_pool
        where waiting_since is not null order by user_id`,
  );
  const opponents = entries.flatMap(({ id, opponentId }) =>
    opponentId === null ? [] : [[id, opponentId] as const],
  );
  return { waiting: entries.map(({ id, since }) => [id, since]), opponents: new Map(opponents) };
}
type Pool = Awaited<ReturnType<typeof readPool>>;

const connect = async (node: 0 | 1, player: TestPlayer) => void sockets.push(await on(node, player).socket());

/** Connect players to the nodes in turn, and return the numbers of their nodes. */
async function connectToBoth(connected: readonly TestPlayer[]): Promise<Map<TestPlayer, 0 | 1>> {
  const nodeOf = new Map<TestPlayer, 0 | 1>(
    connected.map((player, index) => [player, index % 2 === 0 ? 0 : 1]),
  );
  await Promise.all([...nodeOf].map(([player, node]) => connect(node, player)));
  return nodeOf;
}

/** Add players to the pool as if they had waited for so long that their ratings no longer matter. */
async function addToPool(added: readonly TestPlayer[]): Promise<Pool> {
  const ids = added.map(({ id }) => id);
  await query(
    opened.db,
    sql`insert into ranked_pool (user_id, waiting_since, last_seen_at)
        select id, now() - interval '2 minutes', now() from unnest(${ids}::bigint[]) id`,
  );
  return readPool();
}

/** Kill a node, and connect its players to the other node. Return the time of the kill. */
async function killNode(node: 0 | 1, nodeOf: Map<TestPlayer, 0 | 1>): Promise<number> {
  const killedAt = Date.now();
  await nodes[node].kill();
  await Promise.all(
    [...nodeOf].filter(([, of]) => of === node).map(([player]) => connect(otherThan(node), player)),
  );
  return killedAt;
}

/**
 * Lock a table, run `action`, and wait until a node sends a statement that matches `pattern` and needs the table. Kill
 * this node, so that its transaction cannot commit, and unlock the table. Return the number of the node.
 */
async function killDuring(
  { table, pattern }: { table: string; pattern: string },
  action: () => Promise<unknown>,
): Promise<0 | 1> {
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  try {
    await blocker.query('begin');
    await blocker.query(`lock table ${table} in access exclusive mode`);
    const done = action();
    const node = await waitFor(async () => {
      const [name] = await queryValues<string>(
        opened.db,
        sql`select application_name from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query ~ ${pattern}`,
      );
      expect(name).toMatch(/^[01]$/);
      return Number(name) as 0 | 1;
    });
    await nodes[node].kill();
    await done;
    return node;
  } finally {
    await blocker.end();
  }
}

/** Expect that soon after a node is killed, all players but one are paired, and all keep their waiting time. */
async function expectPaired(before: Pool, killedAt: number): Promise<Map<number, number>> {
  const pool = await vi.waitFor(
    async () => {
      const now = await readPool();
      expect(now.opponents.size).toBe(PLAYERS - 1);
      return now;
    },
    { timeout: killedAt + LONGEST_WAIT_MS - Date.now(), interval: 50 },
  );
  expect(pool.waiting).toEqual(before.waiting);
  for (const [id, opponentId] of pool.opponents) expect(pool.opponents.get(opponentId)).toBe(id);
  return pool.opponents;
}

it.each(rounds.slice(0, 1))(
  'if a node dies while it pairs players, the other node forms all pairs within 5 s',
  async () => {
    const nodeOf = await connectToBoth(players.slice(0, PLAYERS));
    let before: Pool | undefined;
    // A wave reads the blocks after it has locked the waiting players, and before it stores the pairs.
    const killed = await killDuring(
      { table: 'blocks', pattern: 'from blocks\\s+where blocker_id = any .* and blocked_id = any' },
      async () => {
        before = await addToPool([...nodeOf.keys()]);
      },
    );
    await expectPaired(before!, await killNode(killed, nodeOf));
  },
);

it.each(rounds)(
  'if a node dies between two pairing waves, no player is paired twice or loses waiting time (round %i)',
  async (round) => {
    const nodeOf = await connectToBoth(players.slice(0, PLAYERS));
    const before = await addToPool([...nodeOf.keys()]);
    await sleep((round * 211) % 2_000);
    await expectPaired(before, await killNode(round % 2 === 0 ? 0 : 1, nodeOf));
  },
);

it.each(rounds)('if a node dies while players accept, each pair has one fight (round %i)', async (round) => {
  const nodeOf = await connectToBoth(players.slice(0, PLAYERS));
  const opponents = await expectPaired(await addToPool([...nodeOf.keys()]), Date.now());
  const pairs = [...nodeOf].filter(([{ id }]) => opponents.has(id));
  const accepting = pairs.map(([player, node]) => acceptFight(on(node, player)).catch(() => null));
  await sleep((round * 7) % 40);
  await nodes[1].kill();
  await Promise.all(accepting);
  for (const [player] of pairs) expect((await acceptFight(on(0, player))).status).toBe(200);
  const fighters = (await activeFights()).flatMap(({ attackerId, defenderId }): [number, number][] => [
    [attackerId, defenderId],
    [defenderId, attackerId],
  ]);
  expect(fighters).toHaveLength(PLAYERS - 1);
  expect(new Map(fighters)).toEqual(opponents);
});

/** Start a ranked fight of two new players. */
async function startFight(): Promise<{ id: number; loser: TestPlayer }> {
  const pair = await signUpPlayers(2);
  await connectToBoth(pair);
  await addToPool(pair);
  await waitFor(async () => expect((await readPool()).opponents.size).toBe(2));
  for (const player of pair) expect((await acceptFight(on(0, player))).status).toBe(200);
  const [fight] = await activeFights();
  return { id: fight!.id, loser: pair[0]! };
}
/**
 * Return whether a fight is over, and the rated result of each player (true for a win). Leave out players whose rating
 * has changed more than once.
 */
const endOf = async (fightId: number) =>
  queryOne<{ isOver: boolean; won: boolean[] }>(
    opened.db,
    sql`select status = 'over' as "isOver", array(
          select won from rating_changes join ratings using (user_id)
          where fight_id = fights.id and number = 1 and fights = 1 order by won) as won
        from fights where id = ${fightId}`,
  );
const RATED_ONCE = { isOver: true, won: [false, true] };
const NOT_OVER = { isOver: false, won: [] };

it("if a node dies before it commits a fight's end, no rating changes until the player concedes again", async () => {
  const { id, loser } = await startFight();
  // Kill the node when it records the win in `activity`, which happens after it has written the ratings.
  let answer: unknown;
  const killed = await killDuring({ table: 'activity', pattern: 'insert into activity' }, async () => {
    answer = await concede(on(1, loser), id).catch((error: unknown) => error);
  });
  expect([killed, answer]).toEqual([1, expect.any(TypeError)]);
  await waitFor(async () => {
    const connections = sql`select pid from pg_stat_activity
      where datname = current_database() and application_name = '1'`;
    expect(await query(opened.db, connections)).toEqual([]);
  });
  expect(await endOf(id)).toEqual(NOT_OVER);
  expect((await concede(on(0, loser), id)).status).toBe(200);
  expect(await endOf(id)).toEqual(RATED_ONCE);
  expect((await concede(on(0, loser), id)).status).toBe(409);
  expect(await endOf(id)).toEqual(RATED_ONCE);
});

it.each(rounds)(
  'if a node dies at the end of a fight, the ratings change exactly once (round %i)',
  async (round) => {
    const { id, loser } = await startFight();
    const answer = concede(on(1, loser), id).catch(() => null);
    await sleep((round * 3) % 30);
    await nodes[1].kill();
    await answer;
    const end = await endOf(id);
    expect(end).toEqual(end.isOver ? RATED_ONCE : NOT_OVER);
    // The status is 409 if the killed node had already committed the end of the fight.
    expect([200, 409]).toContain((await concede(on(0, loser), id)).status);
    expect(await endOf(id)).toEqual(RATED_ONCE);
  },
);

it('all ratings still match the fights', async () => {
  const { changes, differences } = await verifyRatings(opened.db);
  expect(differences).toEqual([]);
  expect(changes).toBeGreaterThan(LONG ? PLAYERS : 0);
  await checkFights({ site: { db: opened.db } } as TestApp);
});
