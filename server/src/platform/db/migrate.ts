import { promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { FileMigrationProvider, type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { DbOrTx } from './db.ts';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');
/** While a change waits for a table, all who come after it wait too: no longer than this, then it steps back. */
const LOCK_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const STEPPED_BACK_MS = 1_000;
const TRIES = 60;

const files = new FileMigrationProvider({ fs, path, migrationFolder: FOLDER });

/** The names of all migrations of this version, in their order. */
export const knownMigrations = async (): Promise<string[]> => Object.keys(await files.getMigrations()).sort();

/**
 * Brings the schema up to date, by one transaction. The migrator's own lock makes it safe when several nodes start at
 * once, and other nodes serve meanwhile. A database that a newer version has changed is left as it is: what that
 * version adds does not disturb this one.
 * @param upTo the last migration to apply, unless it is all
 * @param more migrations beside those of this version
 * @throws the first migration's failure, and Error where another version's stand between this one's; nothing is applied.
 */
export async function migrate(
  db: DbOrTx,
  { upTo, more = {} }: { upTo?: string | undefined; more?: Record<string, Migration> } = {},
): Promise<string[]> {
  const known = { ...(await files.getMigrations()), ...more };
  if (await isNewer(db, Object.keys(known))) return [];
  const provider: MigrationProvider = { getMigrations: async () => mapValues(known, steppingBack) };
  const migrator = new Migrator({ db, provider });
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    if (!error) return (results ?? []).map((result) => result.migrationName);
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === TRIES) throw error;
    await sleep(STEPPED_BACK_MS);
  }
}

const mapValues = <T>(all: Record<string, T>, change: (one: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));

const steppingBack = (migration: Migration): Migration => ({
  ...migration,
  up: async (db) => {
    await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(db);
    await migration.up(db);
  },
});

/** Whether all that is known here is applied, and then more. */
async function isNewer(db: DbOrTx, known: readonly string[]): Promise<boolean> {
  const tables = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!tables.rows[0]?.found) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const applied = rows.map(({ name }) => name);
  const last = known.toSorted().at(-1) ?? '';
  return (
    known.every((name) => applied.includes(name)) &&
    applied.every((name) => known.includes(name) || name > last) &&
    applied.length > known.length
  );
}
