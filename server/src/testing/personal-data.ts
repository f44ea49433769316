import type { RetentionName } from '@rivalhold/shared/retention.ts';
import { type Db, type DbOrTx, identifier, join, type Sql, sql, transaction } from '../platform/db/db.ts';
import {
  type DataPolicy,
  exportKeyOf,
  PLATFORM_TABLES,
  type TablePolicies,
} from '../platform/personal-data/declaration.ts';
import type { Feature, Site } from '../platform/site.ts';
import { query, queryValues } from './queries.ts';

/** A declared column and its policy. */
export type PersonalColumn = {
  table: string;
  column: string;
  rows: (userId: number) => Sql;
  retention: RetentionName;
  section: string | undefined;
  policy: DataPolicy;
};
type Column = { table: string; column: string; type: string; isKey: boolean; isReference: boolean };
type Row = Record<string, unknown>;

/** Build the SQL condition that the column `c` belongs to a constraint of the given type. */
const isInConstraintSql = (type: string): Sql => sql`exists (
  select 1 from information_schema.table_constraints t
  join information_schema.key_column_usage k using (constraint_schema, constraint_name)
  where t.constraint_type = ${type} and t.table_schema = 'public'
    and k.table_name = c.table_name and k.column_name = c.column_name)`;

/** Return every column of the tables in the schema `public`. */
const columnsOf = (db: DbOrTx): Promise<Column[]> =>
  query<Column>(
    db,
    sql`select table_name as "table", column_name as "column", data_type as type,
       ${isInConstraintSql('PRIMARY KEY')} as "isKey", ${isInConstraintSql('FOREIGN KEY')} as "isReference"
     from information_schema.columns c
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, ordinal_position`,
  );

const tablesOf = (features: readonly Feature[]): TablePolicies[] => [
  PLATFORM_TABLES,
  ...features.flatMap(({ personalData }) => (personalData?.tables ? [personalData.tables] : [])),
];

/** Return the declared columns that hold personal data. */
export const personalColumns = (features: readonly Feature[]): PersonalColumn[] =>
  tablesOf(features)
    .flatMap((tables) => Object.entries(tables))
    .flatMap(([table, policy]) =>
      'notPersonal' in policy
        ? []
        : Object.entries(policy.columns).map(([column, ofColumn]) => ({
            table,
            column,
            rows: policy.rows,
            retention: policy.retention,
            section: policy.section,
            policy: ofColumn,
          })),
    );

/** Names of columns that contain the id of a player. */
const PLAYER_ID =
  /(^|_)(user|player|owner|author|actor|sender|receiver|attacker|defender|winner|opponent|reporter|reported|assignee|target|other)_id$|_by$/;

/**
 * Return the errors in the declarations: undeclared columns, declared columns that do not exist, columns that are
 * declared twice, and tables that are declared as not personal but refer to users, by a foreign key or by the name of a
 * column.
 */
export async function declarationErrors(db: DbOrTx, features: readonly Feature[]): Promise<string[]> {
  const declared = tablesOf(features).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, policy]) =>
      'notPersonal' in policy ? [table] : Object.keys(policy.columns).map((column) => `${table}.${column}`),
    ),
  );
  const columns = await columnsOf(db);
  const there = columns.map(({ table, column }) => (declared.includes(table) ? table : `${table}.${column}`));
  const withForeignKey = await queryValues<string>(
    db,
    sql`select conrelid::regclass::text from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass`,
  );
  // Rows that outlive an account contain the id of the player without a foreign key.
  const withPlayerId = columns.filter(({ column }) => PLAYER_ID.test(column)).map(({ table }) => table);
  const ofPlayers = [...new Set([...withForeignKey, ...withPlayerId])].sort();
  const twice = declared.filter((name, index) => declared.indexOf(name) !== index);
  return [
    ...[...new Set(there)].filter((name) => !declared.includes(name)),
    ...declared.filter((name) => !there.includes(name)).map((name) => `${name} does not exist`),
    ...ofPlayers
      .filter((table) => declared.includes(table))
      .map((table) => `${table} is declared as not personal, and refers to users`),
    ...twice.map((name) => `${name} is declared twice`),
  ];
}

/** Prefix of the texts that `mark` writes. */
export const MARK = 'zq7x';

/** Return the values or SQL expressions to try for marking a column, in this order. */
function samples({ table, column, type }: Column, n: number): unknown[] {
  if (`${table}.${column}` === 'users.role') return ['moderator'];
  // Do not mark the keys of files, because account deletion finds files by their keys.
  if (/_key$/.test(column)) return [];
  if (type === 'text') return [`${MARK}${n}q`];
  if (type === 'smallint') return [20 + (n % 80)];
  if (/int/.test(type)) return [90_000 + n, 20 + (n % 80)];
  if (type === 'double precision') return [1_000.5 + n];
  if (type === 'boolean') return [sql`${identifier(column)} is not true`];
  if (type.startsWith('timestamp')) return [new Date(Date.UTC(2101, 0, 1) + n * 86_400_000)];
  return [];
}

/** SQLSTATE codes for violated constraints (class 23) and for exceptions that triggers raise. */
const REJECTED = /^(23\w{3}|P0001)$/;

/**
 * Write recognizable values into the columns of a player's rows. Keys, references to other rows, and columns that
 * identify the owner stay unchanged.
 * @returns the columns that could not be marked, because there is no sample value of their type, or because constraints
 * reject every sample value
 */
export async function mark(site: Site, userId: number, columns: PersonalColumn[]): Promise<string[]> {
  const all = await columnsOf(site.db);
  const unmarked: string[] = [];
  for (const [n, { table, column, rows }] of columns.entries()) {
    const found = all.find((one) => one.table === table && one.column === column);
    if (!found || found.isKey || found.isReference || new RegExp(`\\b${column}\\b`).test(rows(userId).text))
      continue;
    let isMarked = false;
    for (const sample of samples(found, n)) {
      const statement = sql`update ${identifier(table)} set ${identifier(column)} = ${sample} where ${rows(userId)}`;
      isMarked = await isAccepted(site.db, statement);
      if (isMarked) break;
    }
    if (!isMarked) unmarked.push(`${table}.${column}`);
  }
  return unmarked;
}

/** Execute a statement. Return false if a constraint or trigger rejects it. */
async function isAccepted(db: Db, statement: Sql): Promise<boolean> {
  try {
    await transaction(db, (tx) => query(tx, statement, { prepare: false }));
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!REJECTED.test(String(code))) throw error;
    return false;
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Return the non-empty values of a column in a player's rows, as JSON. */
export async function valuesIn(
  db: DbOrTx,
  userId: number,
  { table, column, rows }: PersonalColumn,
): Promise<string[]> {
  const found = await query<{ value: unknown }>(
    db,
    sql`select ${identifier(column)} as value from ${identifier(table)} where ${rows(userId)}`,
  );
  return found.filter(({ value }) => !isEmpty(value)).map(({ value }) => JSON.stringify(value));
}

/** A player's rows of several tables, by table name. `keys` lists the columns of the table's primary key. */
export type Snapshot = Map<string, { table: string; keys: string[]; rows: Row[] }>;

/** Return the player's rows of each table that has at least one of the given columns. */
export async function snapshot(db: DbOrTx, userId: number, columns: PersonalColumn[]): Promise<Snapshot> {
  const all = await columnsOf(db);
  const taken: Snapshot = new Map();
  for (const { table, rows } of columns)
    if (!taken.has(table)) {
      const keys = all.filter((one) => one.table === table && one.isKey).map(({ column }) => column);
      taken.set(table, {
        table,
        keys,
        rows: await query<Row>(db, sql`select * from ${identifier(table)} where ${rows(userId)}`),
      });
    }
  return taken;
}

/**
 * Return the columns that still have their value from the snapshot in at least one row. Also return the columns that
 * had no value in the snapshot, because they cannot show whether values are erased.
 */
export async function leftOf(db: DbOrTx, before: Snapshot, columns: PersonalColumn[]): Promise<string[]> {
  const left: string[] = [];
  for (const { table, column } of columns) {
    const { keys = [], rows = [] } = before.get(table) ?? {};
    const filled = rows.filter((row) => !isEmpty(row[column]));
    if (filled.length === 0) left.push(`${table}.${column} was never filled`);
    for (const row of filled) {
      const hasKey = keys.map((key) => sql`${identifier(key)} = ${row[key]}`);
      const [now] = await query<Row>(
        db,
        sql`select ${identifier(column)} from ${identifier(table)} where ${join(hasKey, ' and ')}`,
      );
      if (now && JSON.stringify(now[column]) === JSON.stringify(row[column])) left.push(`${table}.${column}`);
    }
  }
  return [...new Set(left)];
}

/** Return the differences between a data export and the policies of the declared columns. */
export async function exportErrors(
  db: DbOrTx,
  userId: number,
  { columns, entries }: { columns: PersonalColumn[]; entries: Map<string, string> },
): Promise<string[]> {
  const errors: string[] = [];
  // Leave out `columns.json`, which contains the names of the columns but no values.
  const everything = [...entries]
    .map(([name, content]) => (name === 'columns.json' ? '' : content))
    .join('\n');
  for (const declared of columns) {
    const { table, column, section, policy } = declared;
    const [, inExport] = policy;
    const values = await valuesIn(db, userId, declared);
    const name = `${table}.${column}`;
    const key = exportKeyOf(section, column, policy);
    if (key && (inExport === true || 'as' in inExport)) {
      const exported = valuesAt(entries, key);
      if (!values.some((value) => exported.includes(value))) errors.push(`${name} is not at ${key}`);
    } else if (key) {
      if (valuesAt(entries, key).length === 0) errors.push(`${name} is not at ${key}`);
    } else if (inExport !== true && 'secret' in inExport) {
      if (values.length === 0) errors.push(`${name} was never filled`);
      if (values.some((value) => everything.includes(JSON.parse(value))))
        errors.push(`${name} is in the export`);
    }
  }
  return errors;
}

/** Return the non-empty values of a key in a section of an export, each as JSON. `at` is `section.key`. */
function valuesAt(entries: Map<string, string>, at: string): string[] {
  const [section, key = ''] = at.split('.');
  const rows: Row[] = JSON.parse(Buffer.from(entries.get(`${section}.json`) ?? '[]', 'latin1').toString());
  return rows
    .map((row) => row[key])
    .filter((value) => value !== undefined && !isEmpty(value))
    .map((value) => JSON.stringify(value));
}
