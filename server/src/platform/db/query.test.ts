import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { column } from './columns.ts';
import {
  empty,
  execute,
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
const Next = Type.Object({ next: column.integer });
const NUMBERS = sql`select * from generate_series(1, 3) as n`;
const Numbered = Type.Object({ n: column.integer });
const NONE = sql`select 1 as n where false`;

describe('a query', () => {
  it('returns the same rows inside and outside a transaction', async () => {
    const { db } = app.site;
    expect(await query(db, Next, next(1))).toEqual([{ next: 2 }]);
    expect(await query(db, Next, next(1), { prepare: false })).toEqual([{ next: 2 }]);
    await transaction(db, async (tx) => expect(await query(tx, Next, next(2))).toEqual([{ next: 3 }]));
  });

  it('can contain SQL fragments with their own parameters', async () => {
    const above = (n: number | null) => (n === null ? empty : sql`where n > ${n}`);
    const numbers = (n: number | null) =>
      sql`select n * ${10}::integer from (${NUMBERS}) t ${above(n)} limit ${2}`;
    expect(await queryValues(app.site.db, column.integer, numbers(1))).toEqual([20, 30]);
    expect(await queryValues(app.site.db, column.integer, numbers(null))).toEqual([10, 20]);
  });

  it('returns rows, one row, values, or whether a row exists', async () => {
    const { db } = app.site;
    const both = <T>(read: (statement: typeof NONE) => Promise<T>) => Promise.all([NUMBERS, NONE].map(read));
    expect(await both((s) => execute(db, s))).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], []]);
    expect(await both((s) => query(db, Numbered, s))).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], []]);
    expect(await both((s) => queryFirst(db, Numbered, s))).toEqual([{ n: 1 }, undefined]);
    expect(await both((s) => queryExists(db, s))).toEqual([true, false]);
    expect(await both((s) => queryValues(db, column.integer, s))).toEqual([[1, 2, 3], []]);
    expect(await both((s) => queryFirstValue(db, column.integer, s))).toEqual([1, undefined]);
    expect(await queryOne(db, Next, next(1))).toEqual({ next: 2 });
    expect(await queryValue(db, column.integer, next(1))).toBe(2);
    for (const statement of [NUMBERS, NONE]) {
      await expect(queryOne(db, Numbered, statement)).rejects.toThrow(/^Expected one row, got [03]\.$/);
      await expect(queryValue(db, column.integer, statement)).rejects.toThrow(/^Expected one row, got/);
    }
  });

  it('reads each type of column as its schema says', async () => {
    const Row = Type.Object({
      id: column.integer,
      at: column.date,
      share: column.number,
      price: column.text,
      bytes: column.bytes,
      isOn: column.boolean,
      tags: Type.Array(column.text),
      data: Type.Object({ at: column.text }),
    });
    const statement = sql`select 9007199254740991::bigint as id, timestamptz '2026-06-01 12:00:00.5Z' as at,
      0.5::double precision as share, 1.50::numeric as price, '\\x01ff'::bytea as bytes, true as "isOn",
      array['a', 'b'] as tags, jsonb_build_object('at', timestamptz '2026-06-01 12:00Z') as data`;
    expect(await query(app.site.db, Row, statement)).toEqual([
      {
        id: Number.MAX_SAFE_INTEGER,
        at: new Date('2026-06-01T12:00:00.500Z'),
        share: 0.5,
        price: '1.50',
        bytes: expect.any(Uint8Array),
        isOn: true,
        tags: ['a', 'b'],
        data: { at: '2026-06-01T12:00:00+00:00' },
      },
    ]);
  });

  it('fails if a row does not match the schema, and names the columns without their values', async () => {
    const { db } = app.site;
    const Row = Type.Object({ id: column.integer, name: column.text, at: column.date });
    const statement = sql`select id, 'a secret' as at from (values (1), (null)) t (id)`;
    for (const read of [
      () => query(db, Row, statement),
      () => queryFirst(db, Row, statement),
      () => queryOne(db, Row, sql`${statement} limit 1`),
    ]) {
      const error = await read().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(/^TypeError: A row does not match its schema: .*name.*at must be a date/);
      expect(String(error).replace(/Statement: .*/s, '')).not.toContain('secret');
    }
    for (const read of [
      () => queryValues(db, column.integer, statement),
      () => queryFirstValue(db, column.text, statement),
      () => queryValue(db, column.boolean, next(1)),
    ])
      await expect(read()).rejects.toThrow(/^A row does not match its schema: .*must be/);
  });

  it('undoes a transaction in which a row does not match the schema', async () => {
    const { db } = app.site;
    const setting = sql`insert into site_settings (name, value) values ('wrong', '1') returning name`;
    await expect(transaction(db, (tx) => queryOne(tx, Next, setting))).rejects.toThrow(TypeError);
    expect(await queryExists(db, sql`select 1 from site_settings where name = 'wrong'`)).toBe(false);
  });

  it('cannot contain several commands, in contrast to a script', async () => {
    const { db } = app.site;
    const commands = 'create table scripted (n integer); insert into scripted values (1), (2)';
    for (const prepare of [true, false])
      await expect(execute(db, raw(commands), { prepare })).rejects.toThrow(/multiple commands/);
    const undone = transaction(db, async (tx) => {
      await tx.executeScript(commands);
      expect(await queryValue(tx, column.integer, sql`select count(*)::integer from scripted`)).toBe(2);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await queryExists(db, sql`select 1 where to_regclass('scripted') is null`)).toBe(true);
  });

  it('succeeds after a failed statement', async () => {
    const { db } = app.site;
    const failing = transaction(db, (tx) => query(tx, Next, next('not a number')));
    await expect(failing).rejects.toThrow();
    for (let times = 0; times < 3; times++)
      expect(await query(db, Next, next(times))).toEqual([{ next: times + 1 }]);
  });

  if (process.env.TEST_DATABASE_URL)
    it('uses a prepared statement by default, but not with `prepare: false`', async () => {
      await transaction(app.site.db, async (tx) => {
        const unprepared = sql`select ${1}::integer + 2 as next`;
        await query(tx, Next, next(1));
        await query(tx, Next, unprepared, { prepare: false });
        const texts = [next(1).text, unprepared.text];
        const prepared = sql`select statement from pg_prepared_statements where statement = any (${texts})`;
        expect(await queryValues(tx, column.text, prepared)).toEqual([next(1).text]);
      });
    });
});
