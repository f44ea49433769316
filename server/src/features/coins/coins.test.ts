import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Sql, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { runAsOwner, SITE_ROLE } from '../../testing/database.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { fightToEnd, openFightOf, setCharacter } from '../combat/testing.ts';
import { balanceOf } from '../store/testing.ts';
import type { LedgerRow } from './queries.ts';
import { adjustCoins, type CoinMove, lastVerified, moveCoins, verifyLedger } from './service.ts';

const app = useTestApp();

const move = (player: TestPlayer, more: Partial<CoinMove>) =>
  transaction(app.site.db, (tx) =>
    moveCoins(tx, app.site, {
      userId: player.id,
      amount: 5,
      reason: 'demo',
      reference: null,
      key: 'a key',
      at: app.clock.now(),
      ...more,
    }),
  );
const rowsOf = (player: TestPlayer) =>
  query<LedgerRow>(app.site.db, sql`select * from coin_ledger where user_id = ${player.id} order by id`);

describe('moving coins', () => {
  it('happens once per idempotency key, even with 20 concurrent requests', async () => {
    const player = await app.player();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(player, {})));
    expect(answers.filter((balance) => balance !== null)).toEqual([55]);
    expect(await move(player, { amount: -1_000 })).toBeNull();
    expect([await balanceOf(app, player), (await rowsOf(player)).length]).toEqual([55, 2]);
  });

  it('never takes more than the balance, even with concurrent requests', async () => {
    const player = await app.player();
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        move(player, { amount: -9, reason: 'adjustment', key: `take ${n}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason.message).toBe('Not enough coins.');
    expect(await balanceOf(app, player)).toBe(5);
    expect((await rowsOf(player)).map(({ balance }) => balance)).toEqual([50, 41, 32, 23, 14, 5]);
  });

  it('changes neither balance nor ledger if the transaction fails', async () => {
    const player = await app.player();
    const failing = transaction(app.site.db, async (tx) => {
      await adjustCoins(tx, app.site, { userId: player.id, amount: 100, by: 'test', note: 'undone' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect([await balanceOf(app, player), (await rowsOf(player)).length]).toEqual([50, 1]);
  });

  it.each([
    ['an update', sql`update coin_ledger set amount = amount + 1`],
    ['a deletion', sql`delete from coin_ledger`],
    ['a truncation', sql`truncate coin_ledger`],
  ])('a movement cannot be changed afterwards: %s is rejected', async (_, statement) => {
    await expect(query(app.site.db, statement)).rejects.toThrow('The coin ledger is append-only');
  });

  it('is done only by the ledger feature', () => {
    const folder = path.join(import.meta.dirname, '../..');
    const writes =
      /(update|into|from)\s+coin_ledger[^;]*?\b(set|values)\b|into\s+coin_ledger|(update|delete from|truncate)\s+coin_ledger|update\s+characters\b[^`;]*?\bcoins\s*=|into\s+characters\b[^)]*?\bcoins\b/i;
    const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        !/(^|[./])(test|testing)\.ts$|^testing\b/.test(file) &&
        writes.test(readFileSync(path.join(folder, file), 'utf8')),
    );
    expect(writers).toEqual([path.join('features', 'coins', 'queries.ts')]);
  });
});

describe('the coin history', () => {
  it('lists only the player’s own movements, latest first', async () => {
    const [player, other] = [await app.player(), await app.player()];
    for (let n = 0; n < 24; n++)
      await move(player, { amount: 1, key: `${n}`, reference: n ? null : 'item:4x2' });
    await move(other, { amount: 77 });
    const page = (query = {}) => player.call('GET /api/coins/history', { query });
    const first = (await page()).body;
    expect(first.items).toHaveLength(20);
    expect(first.items[0]).toEqual({
      id: expect.any(Number),
      amount: 1,
      reason: 'demo',
      balance: 74,
      itemId: null,
      quantity: null,
      fightId: null,
      createdAt: '2026-06-01T12:00:00.000Z',
    });
    await move(player, { amount: 1, key: 'meanwhile' });
    const second = (await page({ cursor: first.nextCursor })).body;
    expect([...first.items, ...second.items].map(({ balance }) => balance)).toEqual(
      Array.from({ length: 25 }, (_, n) => 74 - n),
    );
    expect(second.items.at(-2)).toMatchObject({ itemId: 4, quantity: 2, balance: 51 });
    expect(second.items.at(-1)).toMatchObject({ reason: 'start', amount: 50 });
    expect(second.nextCursor).toBeNull();
    expect((await page({ cursor: 'x' })).status).toBe(400);
    const statements = await statementsOf(app, () => page({ limit: 3 }));
    expect(statements).toHaveLength(1);
  });
});

/** A function that returns a statement to change a player's data. */
type Change = (userId: number) => Sql;

describe('verifying the ledger', () => {
  let player: TestPlayer;
  let rival: TestPlayer;
  beforeAll(async () => {
    const server = process.env.TEST_DATABASE_URL;
    if (server) await runAsOwner(server, `grant set on parameter session_replication_role to ${SITE_ROLE}`);
    [player, rival] = [await app.player(), await app.player()];
    await setCharacter(app, player, { attack: 500 });
    await openFightOf(player, rival);
    await fightToEnd(app, player, rival);
    await player.call('POST /api/store/buy', { body: { itemId: 1, quantity: 2 } });
  });

  /**
   * Make changes that the database would normally reject, return the differences that the verification finds,
   * and undo the changes.
   */
  async function foundAfter(...changes: Change[]) {
    let found: Awaited<ReturnType<typeof verifyLedger>> | undefined;
    const undone = transaction(app.site.db, async (tx: Tx) => {
      await query(tx, sql`set local session_replication_role = replica`);
      for (const change of changes) await query(tx, change(player.id));
      found = await verifyLedger(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    return found?.differences.map(({ userId, username, problem }) => [userId, username, problem]) ?? [];
  }
  const ofPlayer = (problem: unknown) => [
    player.id,
    player.username,
    expect.stringMatching(problem as string),
  ];

  it('finds no differences in a valid ledger', async () => {
    const { rows, players, differences } = await verifyLedger(app.site.db);
    expect(differences).toEqual([]);
    expect([rows > 30, players > 5]).toEqual([true, true]);
  });

  it.each<[string, Change, string]>([
    [
      'a changed balance',
      (id) => sql`update characters set coins = coins + 1 where user_id = ${id}`,
      '^the balance is',
    ],
    [
      'a changed amount of a row',
      (id) => sql`update coin_ledger set amount = amount - 1 where user_id = ${id} and reason = 'start'`,
      '^the balance is',
    ],
    [
      'a changed balance of a row',
      (id) => sql`update coin_ledger set balance = balance + 1 where user_id = ${id} and reason = 'victory'`,
      'has the balance 52 instead of 51$',
    ],
    ['deleted rows', (id) => sql`delete from coin_ledger where user_id = ${id}`, 'its rows add up to 0$'],
    [
      'a player without a character',
      (id) => sql`delete from characters where user_id = ${id}`,
      '^3 rows of a player without a character$',
    ],
    [
      'a reward for a fight the player did not win',
      (id) => sql`update fights set winner_id = defender_id where attacker_id = ${id}`,
      'for fight:\\d+, which did not pay that$',
    ],
    [
      'a missing reward of a fight',
      (id) => sql`update coin_ledger set reason = 'adjustment' where user_id = ${id} and reason = 'victory'`,
      '^fight \\d+ paid 1, but has no row$',
    ],
    [
      'a purchase with a positive amount',
      (id) => sql`update coin_ledger set reason = 'purchase' where user_id = ${id} and reason = 'start'`,
      'has the amount 50 for the reason purchase$',
    ],
    [
      'a purchase without an item',
      (id) => sql`update coin_ledger set reference = 'item:' where user_id = ${id} and reason = 'purchase'`,
      'for item:$',
    ],
    [
      'a purchase of more than the price covers',
      (id) =>
        sql`update coin_ledger set reference = 'item:1x99' where user_id = ${id} and reason = 'purchase'`,
      'for item:1x99$',
    ],
    [
      'a reward for an unclaimed quest',
      (id) => sql`update coin_ledger set reason = 'quest', reference = 'quest:post'
                where user_id = ${id} and reason = 'start'`,
      'pays 50 for quest:post, which was not claimed$',
    ],
    [
      'a missing reward of a claimed quest',
      (id) => sql`update quest_progress set done = '{post}', claimed = '{post}' where user_id = ${id}`,
      '^the quest post was claimed, but has no row$',
    ],
    [
      'a reward for a lesson that was not completed',
      (id) => sql`update coin_ledger set reason = 'lesson', reference = 'lesson:heal'
                where user_id = ${id} and reason = 'start'`,
      'pays 50 for lesson:heal, which was not completed$',
    ],
    [
      'a missing reward of a completed lesson',
      (id) => sql`insert into practice_lessons (user_id, lesson, done_at) values (${id}, 'heal', now())`,
      '^the lesson heal was completed, but has no row$',
    ],
    [
      'an unknown reason',
      (id) => sql`update coin_ledger set reason = 'magic' where user_id = ${id} and reason = 'start'`,
      'for the reason magic$',
    ],
  ])('reports an inconsistent ledger: %s', async (_, change, problem) => {
    expect(await foundAfter(change)).toContainEqual(ofPlayer(problem));
  });

  it('reports the rows of a player who never existed', async () => {
    const insert = (id: number) =>
      sql`insert into coin_ledger (user_id, amount, balance, reason, idempotency_key, created_at)
          values (${id}, 5, 5, 'demo', 'x', now())`;
    expect(await foundAfter(() => insert(999_999))).toEqual([
      [999_999, null, '1 rows of a player who never existed'],
    ]);
    expect(
      await foundAfter(
        (id) => sql`delete from characters where user_id = ${id}`,
        (id) => sql`delete from users where id = ${id}`,
      ),
    ).toEqual([]);
  });

  it('stores the number of differences if it runs as a scheduled job', async () => {
    await query(app.site.db, sql`update characters set coins = coins + 1 where user_id = ${player.id}`);
    await transaction(app.site.db, (tx) => app.site.jobs.send(tx, 'ledger.verify', {}));
    await expect.poll(() => lastVerified(app.site.db)).toMatchObject({ trigger: 'schedule', differences: 1 });
    await query(app.site.db, sql`update characters set coins = coins - 1 where user_id = ${player.id}`);
  });
});
