import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { DbOrTx } from './db.ts';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');

const provider = new FileMigrationProvider({ fs, path, migrationFolder: FOLDER });

/** The names of all migrations of this version, in their order. */
export const knownMigrations = async (): Promise<string[]> =>
  Object.keys(await provider.getMigrations()).sort();

/**
 * Brings the schema up to date, or up to the migration named. The migrator's own lock makes it safe when several nodes
 * start at once.
 * @throws the first migration's failure; what was applied before it stays.
 */
export async function migrate(db: DbOrTx, upTo?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider });
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
