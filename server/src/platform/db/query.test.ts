import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import {
  empty,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValue,
  queryValues,
  raw,
  sql,
  transaction,
} from './db.ts';

const app = useTestApp();

const next = (n: unknown) => sql`select ${n}::integer + 1 as next`;
const NUMBERS = sql`select * from generate_series(1, 3) as n`;
const NONE = sql`select 1 as n where false`;

describe('a query', () => {
  it('returns the same rows inside and outside a transaction', async () => {
    const { db } = app.site;
    expect(await query(db, next(1))).toEqual([{ next: 2 }]);
    expect(await query(db, next(1), { prepare: false })).toEqual([{ next: 2 }]);
    await transaction(db, async (tx) => expect(await query(tx, next(2))).toEqual([{ next: 3 }]));
  });

  it('can contain SQL fragments with their own parameters', async () => {
    const above = (n: number | null) => (n === null ? empty : sql`where n > ${n}`);
    const numbers = (n: number | null) =>
      sql`select n * ${10}::integer from (${NUMBERS}) t ${above(n)} limit ${2}`;
    expect(await queryValues(app.site.db, numbers(1))).toEqual([20, 30]);
    expect(await queryValues(app.site.db, numbers(null))).toEqual([10, 20]);
  });

  it('returns rows, one row, values, or whether a row exists', async () => {
    const { db } = app.site;
    expect(await query(db, NUMBERS)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect([await queryFirst(db, NUMBERS), await queryFirst(db, NONE)]).toEqual([{ n: 1 }, undefined]);
    expect([await queryExists(db, NUMBERS), await queryExists(db, NONE)]).toEqual([true, false]);
    expect([await queryValues(db, NUMBERS), await queryValues(db, NONE)]).toEqual([[1, 2, 3], []]);
    expect([await queryFirstValue(db, NUMBERS), await queryFirstValue(db, NONE)]).toEqual([1, undefined]);
    expect([await queryOne(db, next(1)), await queryValue(db, next(1))]).toEqual([{ next: 2 }, 2]);
    for (const statement of [NUMBERS, NONE])
      await expect(queryOne(db, statement)).rejects.toThrow(/^Expected one row, got [03]\.$/);
  });

  it('reads ids as numbers and times as dates', async () => {
    const statement = sql`select 9007199254740991::bigint as id, timestamptz '2026-06-01 12:00:00.5Z' as at`;
    expect(await query(app.site.db, statement)).toEqual([
      { id: Number.MAX_SAFE_INTEGER, at: new Date('2026-06-01T12:00:00.500Z') },
    ]);
  });

  it('cannot contain several commands, in contrast to a script', async () => {
    const { db } = app.site;
    const commands = 'create table scripted (n integer); insert into scripted values (1), (2)';
    for (const prepare of [true, false])
      await expect(query(db, raw(commands), { prepare })).rejects.toThrow(/multiple commands/);
    const undone = transaction(db, async (tx) => {
      await tx.executeScript(commands);
      expect(await queryValue(tx, sql`select count(*)::integer from scripted`)).toBe(2);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await queryValue(db, sql`select to_regclass('scripted')`)).toBeNull();
  });

  it('succeeds after a failed statement', async () => {
    const { db } = app.site;
    const failing = transaction(db, (tx) => query(tx, next('not a number')));
    await expect(failing).rejects.toThrow();
    for (let times = 0; times < 3; times++)
      expect(await query(db, next(times))).toEqual([{ next: times + 1 }]);
  });

  if (process.env.TEST_DATABASE_URL)
    it('uses a prepared statement by default, but not with `prepare: false`', async () => {
      await transaction(app.site.db, async (tx) => {
        const unprepared = sql`select ${1}::integer + 2 as next`;
        await query(tx, next(1));
        await query(tx, unprepared, { prepare: false });
        const texts = [next(1).text, unprepared.text];
        const prepared = sql`select statement from pg_prepared_statements where statement = any (${texts})`;
        expect(await queryValues(tx, prepared)).toEqual([next(1).text]);
      });
    });
});
