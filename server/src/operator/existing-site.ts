import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { appliedMigrations, readMigrations } from '../platform/db/migrate.ts';
import { type Database, openDatabase } from '../platform/db/open-database.ts';
import { AppError } from '../platform/errors.ts';

const HINT = 'This command does not create one. Set DATA_DIR, or DATABASE_URL, as for the server.';

/**
 * Throw if the site uses the embedded database, but its folder contains no database.
 * @throws AppError `notFound`.
 */
export function assertDatabaseExists({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'postgres', 'PG_VERSION')))
    throw new AppError('notFound', `There is no site in the folder ${path.resolve(dataDir)}. ${HINT}`);
}

/**
 * Open the database of an existing site without migrating it.
 * @throws AppError `notFound` if there is no database, or it contains no site; `conflict` if the number of its
 * migrations differs from this version's.
 */
export async function openExistingSite(config: Config): Promise<Database> {
  assertDatabaseExists(config);
  const database = await openDatabase(config);
  try {
    const applied = await appliedMigrations(database.db);
    if (applied.length === 0) throw new AppError('notFound', `The database contains no site. ${HINT}`);
    if (applied.length !== Object.keys(await readMigrations()).length)
      throw new AppError(
        'conflict',
        'The database schema is from another version. Start the server of this version first.',
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
