import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing.ts';
import { run, type Tx, transaction } from './db.ts';

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
});
