import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');

/**
 * Brings the schema up to date. The migrator's own lock makes it safe when several nodes start at once.
 * @throws the first migration's failure; what was applied before it stays.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: FOLDER }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
