import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { hooking } from '../../testing/statements.ts';
import { type Statement, sql, type Tx, transaction } from './db.ts';

const app = useTestApp();
beforeAll(async () => {
  await query(app.site.db, sql`create table things (id integer primary key)`);
});

const add = (id: number) => sql`insert into things (id) values (${id})`;
const stored = () => queryValues<number>(app.site.db, sql`select id from things order by id`);

describe('an error in an after-commit callback', () => {
  it('is logged without preventing the other callbacks', async () => {
    const logged = vi.spyOn(app.site.log, 'error');
    const called: number[] = [];
    const error = new Error('In vain');
    await transaction(app.site.db, async (tx) => {
      tx.afterCommit(() => {
        throw error;
      });
      tx.afterCommit(() => called.push(1));
    });
    expect(called).toEqual([1]);
    expect(logged).toHaveBeenCalledWith({ err: error }, expect.any(String));
    logged.mockRestore();
  });
});

describe('a transaction', () => {
  it('commits all statements, then runs the callbacks', async () => {
    const called: number[] = [];
    await transaction(app.site.db, async (tx) => {
      await query(tx, add(1));
      tx.afterCommit(() => called.push(1));
      await query(tx, add(2));
      expect(called).toEqual([]);
    });
    expect([await stored(), called]).toEqual([[1, 2], [1]]);
  });

  it.each([
    ['the first statement', async (tx: Tx) => query(tx, add(1))],
    ['a later statement', async (tx: Tx) => [await query(tx, add(3)), await query(tx, add(1))]],
    ['the code', async (tx: Tx) => [await query(tx, add(3)), Promise.reject(new Error('no more'))].at(1)],
    ['a statement whose error was ignored', (tx: Tx) => query(tx, add(1)).catch(() => {})],
  ])('rolls back if %s fails', async (_, work) => {
    const called: number[] = [];
    const failing = transaction(app.site.db, async (tx) => {
      tx.afterCommit(() => called.push(1));
      await work(tx);
    });
    await expect(failing).rejects.toThrow();
    expect([await stored(), called]).toEqual([[1, 2], []]);
    await query(app.site.db, add(9));
    await query(app.site.db, sql`delete from things where id = 9`);
    expect(await stored()).toEqual([1, 2]);
  });

  it('executes nothing if it cannot begin', async () => {
    let hasRun = false;
    const refuse = ({ text }: Statement) =>
      text === 'begin' ? Promise.reject(new Error('no transaction')) : undefined;
    const failing = hooking(app, { before: refuse }, () =>
      transaction(app.site.db, async () => {
        hasRun = true;
      }),
    );
    await expect(failing).rejects.toThrow('no transaction');
    expect(hasRun).toBe(false);
    expect(await stored()).toEqual([1, 2]);
  });

  it('returns the result or the error of a callback that runs no statement', async () => {
    expect(await transaction(app.site.db, async () => 'done')).toBe('done');
    await expect(transaction(app.site.db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('joins the open transaction that is passed instead of the database', async () => {
    const called: number[] = [];
    const failing = transaction(app.site.db, async (outer) => {
      await transaction(outer, async (tx) => {
        await query(tx, add(6));
        tx.afterCommit(() => called.push(1));
      });
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect([await stored(), called]).toEqual([[1, 2], []]);
  });

  it('rejects statements that its callback runs directly on the database', async () => {
    const { db } = app.site;
    for (const outside of [() => query(db, sql`select 1`), () => transaction(db, async () => [])])
      await expect(transaction(db, outside)).rejects.toThrow('outside the open transaction');
  });
});

if (process.env.TEST_DATABASE_URL)
  describe('concurrent transactions', () => {
    it('wait for each other if they lock the same row', async () => {
      const { db } = app.site;
      const lock = sql`select id from things where id = 1 for update`;
      /** Database sessions that wait for this transaction to end. */
      const waiting = sql`
        select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
      const held = Promise.withResolvers<void>();
      const last = held.promise.then(() =>
        transaction(db, async (tx) => {
          await query(tx, lock);
          return queryValues(tx, sql`select max(id) from things`);
        }),
      );
      await transaction(db, async (tx) => {
        await query(tx, lock);
        held.resolve();
        await expect.poll(() => query(tx, waiting)).toHaveLength(1);
        await query(tx, add(8));
      });
      expect(await last).toEqual([8]);
    });

    it('run again after a deadlock', async () => {
      const { db } = app.site;
      await query(db, sql`create sequence arrivals`);
      let runs = 0;
      const update = (first: number, second: number) =>
        transaction(db, async (tx) => {
          runs++;
          await query(tx, sql`update things set id = id where id = ${first}`);
          // Wait until both transactions have locked their first row. Count these locks with a sequence, because
          // a rollback does not reset it. Therefore, the repeated transaction does not wait again.
          await query(tx, sql`select nextval('arrivals')`);
          const arrived = () => queryValues(tx, sql`select last_value from arrivals`);
          await expect.poll(async () => (await arrived())[0]).toBeGreaterThan(1);
          await query(tx, sql`update things set id = id where id = ${second}`);
        });
      await Promise.all([update(1, 2), update(2, 1)]);
      expect(runs).toBe(3);
    });
  });
