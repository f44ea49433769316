import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { findServices, type RunningServices, startServices } from '../../../scripts/testing/services.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { checkFights, choose, openFightOf } from '../features/combat/testing.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { atUrl, signUp, type TestApp, type TestPlayer, type TestResponse } from '../testing/app.ts';
import { createPostgresDatabase, runAsOwner, type TestDatabase } from '../testing/database.ts';
import { ServerProcess } from '../testing/server-process.ts';

vi.setConfig({ testTimeout: slowTestTimeout(90_000), hookTimeout: slowTestTimeout(90_000) });

/**
 * The numbers of the rounds in a long run. A short run has no rounds. In each round, a node or PostgreSQL is killed at
 * a different moment during live fights on two real nodes. A short run instead kills PostgreSQL a single time between
 * the two choices of an exchange. Both kinds of runs also kill a node and PostgreSQL once each at the most critical
 * moment: after the exchange is computed, and before it is committed.
 */
const rounds = Array.from({ length: LONG ? 10 : 0 }, (_, round) => round);
/** Number of concurrent fights in a round. */
const FIGHTS = 4;
/** Maximum time in ms between a deadline and the reveal of its exchange, while at least one node and PostgreSQL run. */
const LONGEST_WAIT_MS = 5_000;
/** Time in ms for which PostgreSQL stays down. */
const AWAY_MS = 1_000;

let services: RunningServices;
let database: TestDatabase;
let nodes: ServerProcess[];
beforeAll(async () => {
  const found = findServices();
  if (found === null) throw new Error('PostgreSQL or Redis is not installed');
  services = await startServices(found);
  database = await createPostgresDatabase(services.databaseUrl);
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: services.redisUrl,
    SESSION_SECRET: randomUUID(),
    // Turn the log off, because nodes log many expected errors while PostgreSQL is down.
    LOG_LEVEL: 'silent',
  };
  nodes = [new ServerProcess(env), new ServerProcess(env)];
  await Promise.all(nodes.map((node) => node.start()));
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await services?.stop();
});

/**
 * A live fight of two players. The players repeat each choice with the same idempotency key until a node
 * responds.
 */
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
        // The node is down, or it was killed while responding.
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

  /**
   * Wait until the exchange is revealed at its deadline, and return the current time. Only request the list of open
   * fights, because other requests about the fight could themselves resolve the deadline.
   */
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

/** Kill PostgreSQL, start it again, and wait until all nodes use it. Return the time of the start. */
async function restartPostgres(): Promise<number> {
  await services.control('postgres', 'kill');
  await sleep(AWAY_MS);
  await services.control('postgres', 'start');
  const since = Date.now();
  for (const node of nodes) await expect.poll(() => node.isReady()).toBe(true);
  return since;
}

// Start a killed node again.
afterEach(async () => {
  for (const node of nodes) if (!(await node.isReady())) await node.start();
});

/** Expect that the first choice, which is Guard, is still secret and cannot be changed. */
async function expectSealed(fight: LiveFight): Promise<void> {
  const seen = await fight.state(1);
  expect(seen).toMatchObject({ id: fight.id, exchanges: 0, sides: { attacker: { sealed: true } } });
  expect(JSON.stringify(seen)).not.toContain('"move":"guard"');
  expect((await fight.choose(0, 'feint')).body.code).toBe('conflict');
}

/** Expect that a response reveals exactly one exchange, with the moves that the players chose. */
function expectRevealed(
  { status, body }: Awaited<ReturnType<LiveFight['choose']>>,
  attacker: Move,
  defender: Move,
): void {
  expect([status, body.combat.exchanges]).toEqual([200, 1]);
  expect(body.lines[0]).toMatchObject({
    attacker: { move: attacker, byStyle: false },
    defender: { move: defender, byStyle: false },
  });
}

/** Choose the second move. Call `interrupt` after the node has computed the exchange, and before it stores it. */
async function chooseAndInterrupt(fight: LiveFight, move: 'feint', interrupt: () => Promise<unknown>) {
  const blocker = new pg.Client({ connectionString: database.url });
  // Ignore connection errors, because the test can kill PostgreSQL.
  blocker.on('error', () => {});
  await blocker.connect();
  await blocker.query('begin');
  // The transaction of the exchange waits for this lock before it stores the exchange's inputs.
  await blocker.query('lock table fight_inputs in exclusive mode');
  const choice = fight.choose(1, move);
  const waiting = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%fight_inputs%'`;
  try {
    await expect.poll(() => runAsOwner(database.url, waiting)).toHaveLength(1);
    await interrupt();
  } finally {
    await blocker.end().catch(() => {});
  }
  return choice;
}

/**
 * Expect that each fight reveals the attacker's Guard soon after the fight's deadline, or soon after `since` if that is
 * later. `since` is the time from which the site works again.
 */
async function expectRevealedAfter(fights: LiveFight[], since: number): Promise<void> {
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
}

it.each(rounds)(
  'if a node dies between the two choices, the first choice stays secret (round %i)',
  async () => {
    const fights = await openFights();
    for (const fight of fights) expect((await fight.choose(0, 'guard')).body.sealed).toBe(true);
    const { url } = await killNode();
    await sleep(LIMITS.combat.exchangeIntervalMs);
    for (const fight of fights) {
      fight.moveTo(url);
      await expectSealed(fight);
      expectRevealed(await fight.choose(1, 'strike'), 'guard', 'strike');
    }
  },
);

it.each(rounds)(
  'if a node dies during a reveal, no choice is lost or used twice (round %i)',
  async (round) => {
    const fights = await openFights();
    for (const fight of fights) await fight.choose(0, 'feint');
    const killing = sleep((round * 7) % 30).then(killNode);
    const choices = fights.map((fight) => fight.choose(1, 'guard'));
    const { url } = await killing;
    for (const fight of fights) fight.moveTo(url);
    for (const answer of await Promise.all(choices)) expectRevealed(answer, 'feint', 'guard');
    for (const fight of fights) expect((await fight.state(0)).exchanges).toBe(1);
  },
);

it('if a node dies before it commits an exchange, both choices are still used', async () => {
  const fight = await LiveFight.open();
  await fight.choose(0, 'guard');
  const answer = await chooseAndInterrupt(fight, 'feint', async () => fight.moveTo((await killNode()).url));
  expectRevealed(answer, 'guard', 'feint');
  expect((await fight.state(0)).exchanges).toBe(1);
});

it.each(rounds)('if a node dies at the deadline, the reveal follows within 5 s (round %i)', async () => {
  const fights = await openFights();
  for (const fight of fights) await fight.choose(0, 'guard');
  await sleep(fights[0]!.deadlineAt - Date.now());
  const { url, since } = await killNode();
  for (const fight of fights) fight.moveTo(url);
  await expectRevealedAfter(fights, since);
});

it.each(LONG ? rounds : [0])(
  'if PostgreSQL dies between the two choices, the first choice stays secret (round %i)',
  async () => {
    const fights = await openFights();
    for (const fight of fights) expect((await fight.choose(0, 'guard')).body.sealed).toBe(true);
    await restartPostgres();
    for (const fight of fights) {
      await expectSealed(fight);
      expectRevealed(await fight.choose(1, 'strike'), 'guard', 'strike');
    }
  },
);

it.each(rounds)(
  'if PostgreSQL dies while an exchange commits, no choice is lost or used twice (round %i)',
  async (round) => {
    const fights = await openFights();
    for (const fight of fights) await fight.choose(0, 'feint');
    const restart = sleep((round * 7) % 30).then(restartPostgres);
    const choices = fights.map((fight) => fight.choose(1, 'guard'));
    await restart;
    for (const answer of await Promise.all(choices)) expectRevealed(answer, 'feint', 'guard');
    for (const fight of fights) expect((await fight.state(0)).exchanges).toBe(1);
  },
);

it('if PostgreSQL dies before it commits an exchange, both choices are still used', async () => {
  const fight = await LiveFight.open();
  await fight.choose(0, 'guard');
  expectRevealed(await chooseAndInterrupt(fight, 'feint', restartPostgres), 'guard', 'feint');
  expect((await fight.state(0)).exchanges).toBe(1);
});

it.each(rounds)(
  'if PostgreSQL dies at the deadline, the reveal follows within 5 s of its restart (round %i)',
  async () => {
    const fights = await openFights();
    for (const fight of fights) await fight.choose(0, 'guard');
    await sleep(fights[0]!.deadlineAt - Date.now());
    await expectRevealedAfter(fights, await restartPostgres());
  },
);

it('replaying the inputs of each fight still results in its stored state', async () => {
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  const { fights } = await checkFights({ site: { db: opened.db } } as TestApp).finally(() => opened.close());
  expect(fights).toBeGreaterThan(Math.max(1, rounds.length) * FIGHTS);
});
