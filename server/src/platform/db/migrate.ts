import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config.ts';
import { column } from './columns.ts';
import { type DbOrTx, execute, queryValue, queryValues, raw, sql, type Tx, transaction } from './db.ts';

/** SQL scripts of migrations by name. They are applied in order of name. */
export type Migrations = Readonly<Record<string, string>>;

const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../../migrations');
/** Key of the advisory lock that a migrating node holds. It is an arbitrary number that is the same on all nodes. */
export const MIGRATION_LOCK = 7_416_353_202;
/**
 * Maximum time in ms for which a migration waits for a table lock. While a migration waits, all new statements on the
 * table have to wait, too. Therefore, the migration is rolled back after this time, and tried again after a pause.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 60;

/** Read the migrations of this version from their files. */
export async function readMigrations(): Promise<Migrations> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql'));
  const read = async (file: string): Promise<[string, string]> => [
    path.basename(file, '.sql'),
    await readFile(path.join(MIGRATIONS_FOLDER, file), 'utf8'),
  ];
  return Object.fromEntries(await Promise.all(files.map(read)));
}

/** Return the names of the applied migrations in order. Return an empty list for an empty database. */
export async function appliedMigrations(db: DbOrTx): Promise<string[]> {
  const isThere = await queryValue(
    db,
    column.boolean,
    sql`select to_regclass('schema_migrations') is not null`,
  );
  return isThere
    ? queryValues(db, column.text, sql`select name from schema_migrations order by name collate "C"`)
    : [];
}

/**
 * Apply the pending migrations in one transaction. Several nodes can call this concurrently while other nodes
 * serve requests. If the database has a newer version's schema, do not change it, because this version also
 * works with the newer schema.
 * @param upTo the last migration to apply (by default, the last of all migrations)
 * @returns the names of the applied migrations
 * @throws ConfigError if the database does not use UTF-8
 * @throws Error if a migration fails, or if an unknown migration was applied before migrations that this version knows.
 * After any of these errors, the database is unchanged.
 */
export async function migrate(
  db: DbOrTx,
  { upTo, migrations }: { upTo?: string | undefined; migrations?: Migrations } = {},
): Promise<string[]> {
  await assertUtf8(db);
  const known = migrations ?? (await readMigrations());
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(db, (tx) => applyPending(tx, known, upTo));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Throw ConfigError if the database's encoding is not UTF-8. The database's locale is not checked, because no statement
 * depends on it.
 */
async function assertUtf8(db: DbOrTx): Promise<void> {
  const encoding = await queryValue(db, column.text, sql`select current_setting('server_encoding')`);
  if (encoding === 'UTF8') return;
  throw new ConfigError([
    `DATABASE_URL names a database with the encoding ${encoding}, which can't store all texts. ` +
      "Create one with UTF-8: create database rivalhold template template0 encoding 'UTF8' locale 'C'",
  ]);
}

async function applyPending(tx: Tx, migrations: Migrations, upTo: string | undefined): Promise<string[]> {
  await execute(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  await execute(
    tx,
    sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`,
  );
  const pending = pendingOf(Object.keys(migrations).sort(), await appliedMigrations(tx));
  const wanted = pending.filter((name) => upTo === undefined || name <= upTo);
  if (wanted.length > 0)
    await execute(tx, raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`), { prepare: false });
  for (const name of wanted) {
    await tx.executeScript(migrations[name] ?? '');
    await execute(tx, sql`insert into schema_migrations (name) values (${name})`);
  }
  return wanted;
}

/**
 * Return the known migrations that are not applied yet. If a newer version has applied further migrations after all
 * known migrations, return an empty list. Throw if an applied migration differs from the known migration at the same
 * position.
 */
function pendingOf(known: readonly string[], applied: readonly string[]): string[] {
  const other = applied.find((name, index) => index < known.length && name !== known[index]);
  if (other !== undefined)
    throw new Error(
      `The database's migration ${other} is unknown or in another order. This version knows ${known.join(', ')}`,
    );
  return known.slice(applied.length);
}
