import Type, { type Static } from 'typebox';
import { DEMO_SETTINGS } from '../demo/settings.ts';
import { recordOperatorAction } from '../features/audit/service.ts';
import { FEATURES } from '../features/index.ts';
import { type Config, siteUrl } from '../platform/config.ts';
import { column } from '../platform/db/columns.ts';
import {
  type Db,
  execute,
  identifier,
  join,
  query,
  queryValue,
  queryValues,
  raw,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../platform/db/db.ts';
import { appliedMigrations } from '../platform/db/migrate.ts';
import { RESTORED_SETTING, readSetting } from '../platform/db/site-settings.ts';
import { AppError } from '../platform/errors.ts';
import type { FileStorage } from '../platform/files/storage.ts';
import {
  ALL_ROWS,
  type CopyPolicy,
  PLATFORM_TABLES,
  type TablePolicy,
} from '../platform/personal-data/declaration.ts';
import { tableExists } from './backup/queries.ts';

/**
 * Names of the settings that a copy contains. All other settings, such as the keys for push notifications, are deleted.
 */
const RETAINED_SETTINGS = [RESTORED_SETTING, ...Object.values(DEMO_SETTINGS)];
/** Types of columns that need no policy. Without a policy, their values do not change. */
const UNCHANGED_TYPES = [
  'bigint',
  'integer',
  'smallint',
  'double precision',
  'boolean',
  'timestamp with time zone',
];
const FILLER = 'lorem ipsum dolor sit amet ';

const Column = Type.Object({ table: column.text, name: column.text, type: column.text });
type Column = Static<typeof Column>;

/**
 * Throw unless the operator has confirmed the site with its hostname. Also throw if the command could delete another
 * site's files.
 * @throws AppError `invalid` for another hostname; `conflict` if the site uses a bucket.
 */
export function assertConfirmed(config: Config, host: string): void {
  const own = new URL(siteUrl(config)).host;
  if (host !== own) throw new AppError('invalid', `This site is ${own}, not ${host}. Nothing was changed.`);
  if (config.s3)
    throw new AppError(
      'conflict',
      'This copy uses an object store, which another site might use too. Unset S3_…, and restore the backup again.',
    );
}

/**
 * Replace or delete all personal data of a restored copy, as the features' declarations of personal data require.
 * Delete all files. An interrupted run can be repeated.
 * @param copyId the identifier that the restore stored in `DATA_DIR`; null if there is none
 * @throws AppError `conflict` if the site is not a restored copy, if a server has used it, or if its identifier is not
 *   `copyId`.
 */
export async function anonymizeCopy(
  db: Db,
  { files, copyId }: { files: FileStorage; copyId: string | null },
): Promise<{ players: number; columns: number; rows: number; files: number }> {
  const isSite = (await appliedMigrations(db)).length > 0;
  const restored = isSite ? await readSetting(db, RESTORED_SETTING) : undefined;
  if (restored === undefined)
    throw new AppError(
      'conflict',
      'This is not a restored copy, or a server has already used it. Restore a backup to an empty site, and do not start the site before you anonymize it.',
    );
  if (restored !== copyId)
    throw new AppError(
      'conflict',
      'This copy was not restored to an empty folder, or DATA_DIR is another folder. Nothing was changed, because the files in DATA_DIR could belong to another site.',
    );
  const done = await transaction(db, anonymizeTables);
  let deleted = 0;
  for await (const key of files.keys()) {
    await files.delete(key);
    deleted += 1;
  }
  return { ...done, files: deleted };
}

async function anonymizeTables(tx: Tx): Promise<{ players: number; columns: number; rows: number }> {
  await execute(tx, sql`select set_config('statement_timeout', '0', true)`);
  const columns = await columnsOf(tx);
  const policies = tablePolicies(columns);
  const appendOnly = await appendOnlyTables(tx);
  for (const table of appendOnly)
    await execute(tx, sql`alter table ${identifier(table)} disable trigger user`, { prepare: false });
  let rows = 0;
  for (const [table, { notInCopy }] of policies)
    if (notInCopy) rows += await deleteRows(tx, table, notInCopy);
  // First give all players temporary names, because a new name could equal another player's current name.
  await execute(tx, sql`update users set username = '#' || id, email = '#' || id`);
  let replaced = 0;
  for (const [table, policy] of policies) {
    if (policy.notInCopy === ALL_ROWS) continue;
    const changes = columns
      .filter((tableColumn) => tableColumn.table === table)
      .flatMap((tableColumn) => {
        const change =
          'notPersonal' in policy ? null : replacementOf(tableColumn, policy.columns[tableColumn.name]?.[2]);
        return change ? [sql`${identifier(tableColumn.name)} = ${change}`] : [];
      });
    if (changes.length === 0) continue;
    await execute(tx, sql`update ${identifier(table)} set ${join(changes)}`, { prepare: false });
    replaced += changes.length;
  }
  await execute(tx, sql`delete from site_settings where name <> all (${RETAINED_SETTINGS}::text[])`);
  // The copy is another site than the original, so it must not claim the original's payments at the payment provider.
  await execute(
    tx,
    sql`insert into site_settings (name, value) values ('installation', gen_random_uuid()::text)`,
  );
  if (await tableExists(tx, 'jobs.job')) await execute(tx, sql`delete from jobs.job`);
  await recordOperatorAction(tx, new Date(), { kind: 'site.anonymize', targetId: null });
  for (const table of appendOnly)
    await execute(tx, sql`alter table ${identifier(table)} enable trigger user`, { prepare: false });
  const players = await queryValue(tx, column.integer, sql`select count(*)::integer from users`);
  return { players, columns: replaced, rows };
}

/** Return the tables whose triggers reject changes. These triggers are disabled while a copy is anonymized. */
const appendOnlyTables = (tx: Tx): Promise<string[]> =>
  queryValues(
    tx,
    column.text,
    sql`select relname::text from pg_trigger join pg_class on pg_class.oid = tgrelid
        where tgname like '%\\_append\\_only' and relnamespace = 'public'::regnamespace order by relname`,
  );

/** Return the columns of all tables, except generated columns. */
const columnsOf = (tx: Tx): Promise<Column[]> =>
  query(
    tx,
    Column,
    sql`select table_name as "table", column_name as name, data_type as type
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        order by table_name, ordinal_position`,
  );

/**
 * Return the policies of all tables. The table of players comes first, because the new values of other tables can
 * contain the players' new names.
 * @throws Error if a table has no policy, or if a table with personal data has a column without a policy.
 */
function tablePolicies(columns: readonly Column[]): Map<string, TablePolicy> {
  const declared = FEATURES.flatMap(({ personalData }) => Object.entries(personalData?.tables ?? {}));
  const policies = new Map<string, TablePolicy>([...declared, ...Object.entries(PLATFORM_TABLES)]);
  for (const { table, name } of columns) {
    const policy = policies.get(table);
    if (!policy || !('notPersonal' in policy || name in policy.columns))
      throw new Error(`The column ${table}.${name} has no policy for personal data`);
  }
  return new Map([...policies].sort(([one], [other]) => Number(other === 'users') - Number(one === 'users')));
}

const deleteRows = (tx: Tx, table: string, condition: Sql): Promise<number> =>
  queryValue(
    tx,
    column.integer,
    sql`with deleted as (delete from ${identifier(table)} where ${condition} returning 1)
        select count(*)::integer from deleted`,
  );

/**
 * Return the SQL for the new value of a column, or null to leave its values unchanged. The SQL does not change null
 * values.
 * @throws Error if the type of the column needs a policy and there is none.
 */
function replacementOf({ table, name, type }: Column, policy: CopyPolicy | undefined): Sql | null {
  if (policy === 'unchanged' || (!policy && UNCHANGED_TYPES.includes(type))) return null;
  const quoted = identifier(name);
  if (policy) return sql`case when ${quoted} is not null then (${policy})::${raw(type)} end`;
  if (type !== 'text') throw new Error(`The column ${table}.${name} needs a policy for anonymized copies`);
  return sql`left(repeat(${FILLER}, length(${quoted}) / ${FILLER.length} + 1), length(${quoted}))`;
}
