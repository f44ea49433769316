import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { refuseStatement } from '../../testing/statements.ts';
import { atOnce, run, type Tx, transaction } from './db.ts';
import { openPool } from './open.ts';

const ADD = 'insert into kept (id) values ($1)';

const app = useTestApp();
beforeAll(async () => {
  await run(app.site.db, 'create table kept (id integer primary key)', []);
});

const kept = async () =>
  (await run<{ id: number }>(app.site.db, 'select id from kept order by id', [])).map(({ id }) => id);

describe('a transaction', () => {
  it('keeps all that it did, and then does what it promised', async () => {
    const told: number[] = [];
    await transaction(app.site.db, async (tx) => {
      await run(tx, ADD, [1]);
      tx.afterCommit(() => told.push(1));
      await run(tx, ADD, [2]);
      expect(told).toEqual([]);
    });
    expect([await kept(), told]).toEqual([[1, 2], [1]]);
  });

  it.each([
    ['its first statement', async (tx: Tx) => run(tx, ADD, [1])],
    ['a later statement', async (tx: Tx) => [await run(tx, ADD, [3]), await run(tx, ADD, [1])]],
    ['its work', async (tx: Tx) => [await run(tx, ADD, [3]), Promise.reject(new Error('no more'))].at(1)],
  ])(
    'whose fault is %s keeps nothing, and what comes after it on its connection is kept',
    async (_, work) => {
      const told: number[] = [];
      const failing = transaction(app.site.db, async (tx) => {
        tx.afterCommit(() => told.push(1));
        await work(tx);
      });
      await expect(failing).rejects.toThrow();
      expect([await kept(), told]).toEqual([[1, 2], []]);
      await run(app.site.db, ADD, [9]);
      await run(app.site.db, 'delete from kept where id = 9', []);
      expect(await kept()).toEqual([1, 2]);
    },
  );

  it('may do nothing at all', async () => {
    expect(await transaction(app.site.db, async () => 'done')).toBe('done');
    await expect(transaction(app.site.db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept()).toEqual([1, 2]);
  });

  it('is refused beside another that is open', async () => {
    const inside = transaction(app.site.db, () => transaction(app.site.db, async () => 'done'));
    await expect(inside).rejects.toThrow('outside its open transaction');
  });
});

describe('statements at once', () => {
  const add = (id: number) => ({ text: ADD, parameters: [id] });
  const COUNT = { text: 'select count(*)::integer as count from kept', parameters: [] };

  it('see what those before them did, and are kept together', async () => {
    const told: number[] = [];
    const { rows, tx } = await atOnce(app.site.db, [COUNT, add(3), COUNT]);
    tx.afterCommit(() => told.push(1));
    expect(rows).toEqual([[{ count: 2 }], [], [{ count: 3 }]]);
    expect([await kept(), told]).toEqual([[1, 2, 3], [1]]);
  });

  it.each([0, 1, 2])('keep nothing when number %i of them fails, and what comes next is kept', async (at) => {
    const statements = [add(4), add(5), COUNT];
    statements[at] = add(1);
    await expect(atOnce(app.site.db, statements)).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([1, 2, 3]);
    await atOnce(app.site.db, [add(4), { text: 'delete from kept where id = 4', parameters: [] }]);
    expect(await kept()).toEqual([1, 2, 3]);
  });

  it('are a part of the transaction they are run in', async () => {
    const told: number[] = [];
    const failing = transaction(app.site.db, async (outer) => {
      const { tx } = await atOnce(outer, [add(6)]);
      tx.afterCommit(() => told.push(1));
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect([await kept(), told]).toEqual([[1, 2, 3], []]);
  });

  it('are refused beside an open transaction', async () => {
    const inside = transaction(app.site.db, () => atOnce(app.site.db, [add(7)]));
    await expect(inside).rejects.toThrow('outside its open transaction');
  });
});

const DEADLOCKS = `select deadlocks::integer from pg_stat_database where datname = current_database()`;
/** Waits until two have come here. What a sequence counted stays counted, whatever is rolled back. */
const MEET = `do $$ begin
  perform nextval('arrivals');
  while (select last_value from arrivals) < 2 loop perform pg_sleep(0.01); end loop;
end $$`;
/** How many wait for this transaction to end. */
const WAITERS = 'select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid';

if (process.env.TEST_DATABASE_URL)
  describe('statements at once that come across others', () => {
    it('see what was committed while they waited', async () => {
      const { db } = app.site;
      const hold = { text: 'select id from kept where id = 1 for update', parameters: [] };
      const last = { text: 'select max(id) as last from kept', parameters: [] };
      const held = Promise.withResolvers<void>();
      const waiting = held.promise.then(() => atOnce(db, [hold, last]));
      await transaction(db, async (tx) => {
        await run(tx, hold.text, []);
        held.resolve();
        await expect.poll(() => run(tx, WAITERS, [])).toHaveLength(1);
        await run(tx, ADD, [8]);
      });
      expect((await waiting).rows[1]).toEqual([{ last: 8 }]);
    });

    it('may each take as long as a statement may', async () => {
      const { db, close } = openPool(app.site.config.databaseUrl ?? '', { databaseTimeoutMs: 1_000 });
      const slow = { text: 'select 1 as done from pg_sleep(0.5)', parameters: [] };
      // More than the driver waits for one of them.
      const { rows } = await atOnce(db, Array(7).fill(slow)).finally(close);
      expect(rows).toEqual(Array(7).fill([{ done: 1 }]));
    });

    it('are no success without their BEGIN', async () => {
      const { db, close } = openPool(app.site.config.databaseUrl ?? '');
      const refused = refuseStatement('begin', new Error('no transaction'));
      const failing = atOnce(db, [{ text: 'select 1 as done', parameters: [] }]);
      await expect(failing).rejects.toThrow('no transaction');
      refused.mockRestore();
      expect((await atOnce(db, [{ text: 'select 2 as done', parameters: [] }])).rows).toEqual([
        [{ done: 2 }],
      ]);
      await close();
    });

    it('are tried again after a deadlock', async () => {
      const { db } = app.site;
      const update = (id: number) => ({ text: 'update kept set id = id where id = $1', parameters: [id] });
      const meet = { text: MEET, parameters: [] };
      const deadlocks = () => run(db, DEADLOCKS, []);
      await run(db, 'create sequence arrivals', []);
      await Promise.all([atOnce(db, [update(1), meet, update(2)]), atOnce(db, [update(2), meet, update(1)])]);
      await expect.poll(deadlocks).toEqual([{ deadlocks: 1 }]);
    });
  });
