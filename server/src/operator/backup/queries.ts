import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  identifier,
  join,
  literal,
  query,
  queryExists,
  queryValue,
  queryValues,
  raw,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { COPIED_JOBS_SETTING } from '../../platform/jobs/jobs.ts';

/**
 * A table in the database: its columns in order, and SQL that orders rows by the primary key (null if there is none).
 */
const TableInfo = Type.Object({
  name: column.text,
  columns: Type.Array(Type.Object({ name: column.text, type: column.text })),
  orderBySql: Nullable(column.text),
});
export type TableInfo = Static<typeof TableInfo>;
const SequenceValue = Type.Object({ name: column.text, value: Nullable(column.integer) });
export type SequenceValue = Static<typeof SequenceValue>;

/** Number of rows per batch. A batch of the table with the largest rows has a few megabytes. */
const BATCH_SIZE = 500;
/** Tables that belong to the migration code and not to the site. */
const MIGRATOR_TABLES = ['schema_migrations'];

/**
 * Set the text formats of values for the transaction, so that all databases return the same text for a value. Also
 * remove the timeouts, which are meant for requests.
 */
export async function prepareSession(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`select set_config(name, value, true) from (values ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'),
       ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1'),
       ('search_path', 'public'), ('statement_timeout', '0'), ('lock_timeout', '0'),
       ('idle_in_transaction_session_timeout', '0')) as settings (name, value)`,
  );
}

/** Start a snapshot of the database. Call this before any other statement of the transaction. */
export const beginSnapshot = (tx: Tx): Promise<unknown> =>
  execute(tx, sql`set transaction isolation level repeatable read, read only`);

/** Return all tables of the site. */
export const tablesOf = (db: DbOrTx): Promise<TableInfo[]> =>
  query(
    db,
    TableInfo,
    sql`select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
          ', ' order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum
       ) as "orderBySql"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${MIGRATOR_TABLES})
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
  );

/** Report whether the database has no tables, views, sequences or job queue. */
export async function isEmpty(db: DbOrTx): Promise<boolean> {
  const isFilled = await queryExists(
    db,
    sql`select 1 from pg_class c
     where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
         or c.relnamespace = to_regnamespace('jobs'))
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     limit 1`,
  );
  return !isFilled;
}

/**
 * Return the keys of the photos, avatars and removed files that rows refer to. For each photo and avatar, return only
 * the key of the full size.
 */
export const referencedPictures = (tx: Tx): Promise<string[]> =>
  queryValues(
    tx,
    column.text,
    sql`select file_key from photos
     union all select substr(avatar_url, 8) from users where avatar_url like '/media/%'
     union all select file_key from removed_files`,
  );

/** Mark files as orphaned, so that the site deletes them. */
export const insertOrphans = (tx: Tx, keys: readonly string[]): Promise<unknown> =>
  execute(
    tx,
    sql`insert into orphaned_files (key, delete_after) select unnest(${keys}::text[]), now()
     on conflict (key) do nothing`,
  );

/** Report whether a table exists. The name can include the schema. */
export const tableExists = (db: DbOrTx, table: string): Promise<boolean> =>
  queryExists(db, sql`select 1 from pg_class where oid = to_regclass(${table})`);

/**
 * Yield the rows of a table as lines, in batches and in a fixed order. Each line is a JSON array of a row's column
 * values in the database's text format.
 */
export async function* readLines(tx: Tx, { name, columns, orderBySql }: TableInfo): AsyncGenerator<string[]> {
  const texts = join(columns.map(({ name: columnName }) => sql`${identifier(columnName)}::text`));
  const line = sql`to_json(array[${texts}]::text[])::text`;
  await execute(
    tx,
    sql`declare lines no scroll cursor for
        select ${line} as line from ${identifier(name)}
        order by ${orderBySql === null ? sql`${line} collate "C"` : raw(orderBySql)}`,
    { prepare: false },
  );
  for (;;) {
    const lines = await queryValues(tx, column.text, sql`fetch forward ${literal(BATCH_SIZE)} from lines`, {
      prepare: false,
    });
    if (lines.length > 0) yield lines;
    if (lines.length < BATCH_SIZE) break;
  }
  await execute(tx, sql`close lines`, { prepare: false });
}

/** Insert rows from lines that `readLines` has produced. */
export async function storeLines(
  tx: Tx,
  { name, columns }: Pick<TableInfo, 'name' | 'columns'>,
  lines: readonly string[],
): Promise<void> {
  const columnNames = join(columns.map(({ name: columnName }) => identifier(columnName)));
  const values = join(columns.map(({ type }, n) => sql`(line->>${literal(n)})::${raw(type)}`));
  await execute(
    tx,
    sql`insert into ${identifier(name)} (${columnNames}) overriding system value
        select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::text::jsonb) as lines (line)`,
    { prepare: false },
  );
}

/** Return the values of all sequences. The value of an unused sequence is null. */
export const sequencesOf = (db: DbOrTx): Promise<SequenceValue[]> =>
  query(
    db,
    SequenceValue,
    sql`select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' order by sequencename collate "C"`,
  );

/** Set sequences to values that `sequencesOf` has returned. */
export async function setSequences(tx: Tx, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, value } of sequences)
    if (value !== null)
      await execute(tx, sql`select setval(to_regclass(${identifier(name).text}), ${value})`);
}

const ForeignKey = Type.Object({ table: column.text, name: column.text, definition: column.text });

/**
 * Delete the rows that migrations have inserted, then run `fill`. While `fill` runs, there are no foreign keys, so
 * `fill` can insert rows in any order. Triggers are disabled, because they would insert rows that `fill` also inserts.
 * Afterwards, restore and validate every foreign key.
 */
export async function withConstraintsDropped(
  tx: Tx,
  tables: readonly TableInfo[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await query(
    tx,
    ForeignKey,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of keys)
    await execute(tx, sql`alter table ${raw(table)} drop constraint ${raw(name)}`, { prepare: false });
  for (const { name } of tables) {
    await execute(tx, sql`alter table ${identifier(name)} disable trigger user`, { prepare: false });
    await execute(tx, sql`delete from ${identifier(name)}`, { prepare: false });
  }
  await fill();
  for (const { name } of tables)
    await execute(tx, sql`alter table ${identifier(name)} enable trigger user`, { prepare: false });
  for (const { table, name, definition } of keys)
    await execute(tx, sql`alter table ${raw(table)} add constraint ${raw(name)} ${raw(definition)}`, {
      prepare: false,
    });
}

const JobsJson = Nullable(column.text);

/** Return the unfinished jobs as JSON, except scheduled jobs. Return null if there are none. */
export async function pendingJobsJson(db: DbOrTx): Promise<string | null> {
  if (!(await tableExists(db, 'jobs.job'))) return null;
  return queryValue(
    db,
    JobsJson,
    sql`select json_agg(json_build_object('name', name, 'data', data) order by created_on, id)::text as jobs
     from jobs.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
       and name not in (select name from jobs.schedule)`,
  );
}

/** Store unfinished jobs, which `Jobs.restoreCopiedJobs` sends when the server starts. */
export const savePendingJobs = (tx: Tx, jobs: string): Promise<unknown> =>
  execute(tx, sql`insert into site_settings (name, value) values (${COPIED_JOBS_SETTING}, ${jobs})`);

/** Update the planner statistics. Return false if this fails. A failure does not affect the data. */
export const analyze = (db: Db): Promise<boolean> =>
  execute(db, sql`analyze`, { prepare: false }).then(
    () => true,
    () => false,
  );
