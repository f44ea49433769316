import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { choose, openFightOf } from '../features/combat/testing.ts';
import { atUrl, signUp, type TestPlayer, type TestResponse } from '../testing/app.ts';
import { createPostgresDatabase, runAsOwner, type TestDatabase } from '../testing/database.ts';
import { ServerProcess } from '../testing/server-process.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** Live fights on two real nodes, one of which is killed. */
const ROUNDS = LONG ? 10 : 1;
const FIGHTS = 4;
/** Nobody waits longer than this beyond a deadline while a node runs. */
const LONGEST_WAIT_MS = 5_000;
/** A Redis database that no other test worker uses. */
const REDIS_PART = 15;

let database: TestDatabase;
let nodes: ServerProcess[];
beforeAll(async () => {
  const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;
  database = await createPostgresDatabase(TEST_DATABASE_URL);
  const redis = new Redis(TEST_REDIS_URL, { db: REDIS_PART });
  await redis.flushdb().finally(() => redis.disconnect());
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: new URL(`/${REDIS_PART}`, TEST_REDIS_URL).href,
    SESSION_SECRET: randomUUID(),
  };
  nodes = [new ServerProcess(env), new ServerProcess(env)];
  await Promise.all(nodes.map((node) => node.start()));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await database.drop();
});

/** A live fight of two players, whose choices are repeated with the same key until a node answers. */
class LiveFight {
  #url = '';
  readonly players: [TestPlayer, TestPlayer];
  id = 0;
  deadlineAt = 0;

  constructor(url: string, players: [TestPlayer, TestPlayer]) {
    this.#url = url;
    this.players = players;
  }

  static async open(): Promise<LiveFight> {
    const { url } = nodes[0]!;
    const players: [TestPlayer, TestPlayer] = [await signUp(url), await signUp(url)];
    const fight = new LiveFight(url, players);
    fight.id = (await openFightOf(...players)).body.id;
    const { body } = await openFightOf(players[1], players[0]);
    fight.deadlineAt = Date.parse(body.deadlineAt!);
    return fight;
  }

  /** Use another node from now on. */
  moveTo(url: string): void {
    this.#url = url;
  }

  #pair(side: 0 | 1): [TestPlayer, TestPlayer] {
    return [atUrl({ url: this.#url }, this.players[side]), this.players[1 - side]!];
  }

  async choose(side: 0 | 1, move: Exclude<Move, 'heal' | 'item'>) {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await choose(...this.#pair(side), move, headers).catch((error: unknown) => {
        // The node is down, or was killed while responding.
        if (error instanceof TypeError || error instanceof SyntaxError) return null;
        throw error;
      });
      if (answer && answer.status < 500 && answer.body.code !== 'inProgress') return answer;
      await sleep(50);
    }
  }

  async state(side: 0 | 1): Promise<TestResponse<'GET /api/combat/{userId}'>['body']> {
    return (await openFightOf(...this.#pair(side))).body;
  }

  /** Return when a revealed exchange appears, without changing the fight. */
  async revealedAt(): Promise<number> {
    const lastAt = async () => {
      const open = await this.#pair(0)[0]
        .call('GET /api/combat/open')
        .catch(() => null);
      return open?.status === 200 ? open.body.find(({ id }) => id === this.id)?.lastAt : undefined;
    };
    for (;;) {
      const at = await lastAt();
      if (at && Date.parse(at) >= this.deadlineAt) return Date.now();
      await sleep(50);
    }
  }
}

const openFights = () => Promise.all(Array.from({ length: FIGHTS }, () => LiveFight.open()));

/** Kill the first node. Return the URL of the other node, and the time of the kill. */
async function killNode(): Promise<{ url: string; since: number }> {
  const [killed, other] = nodes as [ServerProcess, ServerProcess];
  const since = Date.now();
  await killed.kill();
  return { url: other.url, since };
}

// Start a killed node again.
afterEach(async () => {
  for (const node of nodes) if (!(await node.isReady())) await node.start();
});

const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

it.each(rounds)('a node killed between the choices keeps the first one sealed, round %i', async () => {
  const fights = await openFights();
  for (const fight of fights) expect((await fight.choose(0, 'guard')).body.sealed).toBe(true);
  const { url } = await killNode();
  await sleep(LIMITS.combat.exchangeIntervalMs);
  for (const fight of fights) {
    fight.moveTo(url);
    const seen = await fight.state(1);
    expect(seen).toMatchObject({
      id: fight.id,
      exchanges: 0,
      sides: { attacker: { sealed: true } },
    });
    expect(JSON.stringify(seen)).not.toContain('"move":"guard"');
    expect((await fight.choose(0, 'feint')).body.code).toBe('conflict');
    const { status, body } = await fight.choose(1, 'strike');
    expect([status, body.combat.exchanges]).toEqual([200, 1]);
    expect(body.lines[0]).toMatchObject({
      attacker: { move: 'guard', byStyle: false },
      defender: { move: 'strike', byStyle: false },
    });
  }
});

it.each(rounds)('a node killed while it reveals loses and doubles no choice, round %i', async (round) => {
  const fights = await openFights();
  for (const fight of fights) await fight.choose(0, 'feint');
  const killing = sleep((round * 7) % 30).then(killNode);
  const choices = fights.map((fight) => fight.choose(1, 'guard'));
  const { url } = await killing;
  for (const fight of fights) fight.moveTo(url);
  for (const { status, body } of await Promise.all(choices)) {
    expect([status, body.combat.exchanges]).toEqual([200, 1]);
    expect(body.lines[0]).toMatchObject({
      attacker: { move: 'feint', byStyle: false },
      defender: { move: 'guard', byStyle: false },
    });
  }
  for (const fight of fights) expect((await fight.state(0)).exchanges).toBe(1);
});

it('a node killed between the reveal and its commit leaves both choices to the other node', async () => {
  const fight = await LiveFight.open();
  await fight.choose(0, 'guard');
  // The node has taken the choice and computed the exchange, but storing the inputs waits for this lock.
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table fight_inputs in exclusive mode');
  const choice = fight.choose(1, 'feint');
  const waiting = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%fight_inputs%'`;
  try {
    await expect.poll(() => runAsOwner(database.url, waiting)).toHaveLength(1);
    fight.moveTo((await killNode()).url);
  } finally {
    await blocker.end();
  }
  const { status, body } = await choice;
  expect([status, body.combat.exchanges]).toEqual([200, 1]);
  expect(body.lines[0]).toMatchObject({ attacker: { move: 'guard' }, defender: { move: 'feint' } });
});

it.each(rounds)('a node killed at the deadline delays nobody, round %i', async () => {
  const fights = await openFights();
  for (const fight of fights) await fight.choose(0, 'guard');
  await sleep(fights[0]!.deadlineAt - Date.now());
  const { url, since } = await killNode();
  for (const fight of fights) fight.moveTo(url);
  const times = await Promise.all(fights.map((fight) => fight.revealedAt()));
  for (const [n, fight] of fights.entries()) {
    expect(times[n]! - Math.max(since, fight.deadlineAt)).toBeLessThan(LONGEST_WAIT_MS);
    const { exchanges, log } = await fight.state(1);
    expect(exchanges).toBe(1);
    expect(log.find(({ kind }) => kind === 'exchange')).toMatchObject({
      attacker: { move: 'guard', byStyle: false },
      defender: { byStyle: true },
    });
  }
});
