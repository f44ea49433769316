import {
  type Db,
  type DbOrTx,
  run,
  runExists,
  runUnprepared,
  runValue,
  type Tx,
} from '../../platform/db/db.ts';
import { COPIED_JOBS_SETTING } from '../../platform/jobs/jobs.ts';

/** A table as the database describes it: its columns in their order, and SQL that puts its rows into the order of its key. */
export type TableInfo = { name: string; columns: ColumnInfo[]; orderBySql: string };
type ColumnInfo = { name: string; type: string };
export type SequenceValue = { name: string; value: number | null };

/** Rows at a time: a few megabytes of the largest there are. */
const BATCH_SIZE = 500;
/** Tables of the migrator. */
const MIGRATOR_TABLES = ['schema_migrations'];

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Has the database write values the same way on every engine, and take its time: the limits of the site are for
 * answers that somebody waits for.
 */
export async function prepareSession(tx: Tx): Promise<void> {
  await run(
    tx,
    `select set_config(name, value, true) from (values ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'),
       ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1'),
       ('search_path', 'public'), ('statement_timeout', '0'), ('lock_timeout', '0'),
       ('idle_in_transaction_session_timeout', '0')) as settings (name, value)`,
    [],
  );
}

/** From here on the transaction sees the database as it is at this moment; to be its first statement. */
export const beginSnapshot = (tx: Tx): Promise<unknown> =>
  run(tx, 'set transaction isolation level repeatable read, read only', []);

/** Every table of the site. */
export const tablesOf = (db: DbOrTx): Promise<TableInfo[]> =>
  run<TableInfo>(
    db,
    `select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
          ', ' order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as "orderBySql"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
    [MIGRATOR_TABLES],
  );

/** Whether nothing stands in the database, so that it can be filled. */
export async function isEmpty(db: DbOrTx): Promise<boolean> {
  const isFilled = await runExists(
    db,
    `select 1 from pg_class c
     where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
         or c.relnamespace = to_regnamespace('jobs'))
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     limit 1`,
    [],
  );
  return !isFilled;
}

const tableExistsSql = (db: DbOrTx, table: string): Promise<boolean> =>
  runExists(db, 'select 1 from pg_class where oid = to_regclass($1)', [table]);

/** The rows of a table as lines of JSON, each the values of its columns as the database writes them, in a fixed order. */
export async function* readLines(tx: Tx, { name, columns, orderBySql }: TableInfo): AsyncGenerator<string[]> {
  const line = `to_json(array[${columns.map((column) => `${quoteIdentifier(column.name)}::text`)}]::text[])::text`;
  await runUnprepared(
    tx,
    `declare lines no scroll cursor for
     select ${line} as line from ${quoteIdentifier(name)} order by ${orderBySql ?? `${line} collate "C"`}`,
    [],
  );
  for (;;) {
    const rows = await runUnprepared<{ line: string }>(tx, `fetch forward ${BATCH_SIZE} from lines`, []);
    if (rows.length > 0) yield rows.map((row) => row.line);
    if (rows.length < BATCH_SIZE) break;
  }
  await runUnprepared(tx, 'close lines', []);
}

/** Stores lines of `linesOf`. */
export async function storeLines(
  tx: Tx,
  { name, columns }: TableInfo,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, n) => `(line->>${n})::${type}`);
  await runUnprepared(
    tx,
    `insert into ${quoteIdentifier(name)} (${columns.map((column) => quoteIdentifier(column.name))}) overriding system value
     select ${values} from jsonb_array_elements($1::text::jsonb) as lines (line)`,
    [`[${lines.join(',')}]`],
  );
}

/** Where every sequence of the site stands; null for one that has given no number. */
export const sequencesOf = (db: DbOrTx): Promise<SequenceValue[]> =>
  run<SequenceValue>(
    db,
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' order by sequencename collate "C"`,
    [],
  );

export async function setSequences(tx: Tx, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, value } of sequences)
    if (value !== null) await run(tx, 'select setval(to_regclass($1), $2)', [quoteIdentifier(name), value]);
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Has tables take rows in any order and as they are, by `fill`: without triggers, which would write what is among the
 * rows already, and without what migrations have put there. Afterwards every foreign key is judged over all rows.
 */
export async function withConstraintsDropped(
  tx: Tx,
  tables: readonly TableInfo[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await run<ForeignKey>(
    tx,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
    [],
  );
  for (const { table, name } of keys)
    await runUnprepared(tx, `alter table ${table} drop constraint ${name}`, []);
  for (const { name } of tables) {
    await runUnprepared(tx, `alter table ${quoteIdentifier(name)} disable trigger user`, []);
    await runUnprepared(tx, `delete from ${quoteIdentifier(name)}`, []);
  }
  await fill();
  for (const { name } of tables)
    await runUnprepared(tx, `alter table ${quoteIdentifier(name)} enable trigger user`, []);
  for (const { table, name, definition } of keys)
    await runUnprepared(tx, `alter table ${table} add constraint ${name} ${definition}`, []);
}

/** Jobs that wait, but for those that the time of day begins anew, as JSON; null where there are none. */
export async function pendingJobsJson(db: DbOrTx): Promise<string | null> {
  if (!(await tableExistsSql(db, 'jobs.job'))) return null;
  return runValue<string | null>(
    db,
    `select json_agg(json_build_object('name', name, 'data', data) order by created_on, id)::text as jobs
     from jobs.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
       and name not in (select name from jobs.schedule)`,
    [],
  );
}

export const savePendingJobs = (tx: Tx, jobs: string): Promise<unknown> =>
  run(tx, 'insert into site_facts (name, value) values ($1, $2)', [COPIED_JOBS_SETTING, jobs]);

/** Has the planner know the tables as they are now; answers whether it does. What is stored is none the worse if not. */
export const analyze = (db: Db): Promise<boolean> =>
  runUnprepared(db, 'analyze', []).then(
    () => true,
    () => false,
  );
