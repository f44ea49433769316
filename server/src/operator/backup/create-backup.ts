import { type Db, transaction } from '../../platform/db/db.ts';
import { appliedMigrations } from '../../platform/db/migrate.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { type BackupFile, BackupFolder, type Manifest } from './backup-folder.ts';
import { ChecksumBuilder, checksumOf } from './checksums.ts';
import { beginSnapshot, prepareSession, sequencesOf, tablesOf } from './queries.ts';

/**
 * What opens accounts, and what is good for a day: a session that was ended since, or a link that was used, must not come
 * back to life.
 */
const SKIPPED_TABLES = [
  'sessions',
  'push_subscriptions',
  'email_tokens',
  'idempotency_keys',
  'sandbox_sessions',
];

export type BackupSummary = { tables: number; rows: number; files: number | null; bytes: number };

/**
 * Writes a backup into a new folder: the tables as they are at one moment, then players' files unless they are kept
 * elsewhere. Nothing is left of one that fails.
 * @throws AppError conflict when something stands in the folder.
 */
export async function createBackup(
  db: Db,
  { folder, version, files }: { folder: string; version: string; files: FileStorage | null },
): Promise<BackupSummary> {
  const backup = new BackupFolder(folder);
  await backup.create();
  try {
    const database = await writeTables(db, backup);
    const kept = files && (await writeFiles(backup, files));
    await backup.writeManifest({
      format: 1,
      version,
      madeAt: new Date().toISOString(),
      ...database,
      leftOut: SKIPPED_TABLES,
      files: kept,
    });
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: database.tables.length, rows, files: kept?.count ?? null, bytes: kept?.bytes ?? 0 };
  } catch (error) {
    await backup.remove();
    throw error;
  }
}

async function writeTables(
  db: Db,
  backup: BackupFolder,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  return transaction(db, async (tx) => {
    await beginSnapshot(tx);
    await prepareSession(tx);
    const migrations = await appliedMigrations(tx);
    if (migrations.length === 0) throw new AppError('notFound', 'This database contains no site.');
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(tx)) {
      if (SKIPPED_TABLES.includes(table.name)) continue;
      const sum = await backup.writeLines(`tables/${table.name}`, (write) => checksumOf(tx, table, write));
      tables.push({ name: table.name, columns: table.columns, ...sum });
    }
    // Last: they know no snapshot, and must not stand below a row that is there.
    return { migrations, tables, sequences: await sequencesOf(tx) };
  });
}

async function writeFiles(backup: BackupFolder, files: FileStorage): Promise<Manifest['files']> {
  let [count, bytes] = [0, 0];
  const list = await backup.writeLines('files', async (write) => {
    const sum = new ChecksumBuilder();
    for await (const key of files.keys()) {
      const kept = await copyFile(backup, files, key);
      if (!kept) continue;
      count += 1;
      bytes += kept.bytes;
      const lines = [JSON.stringify(kept)];
      sum.add(lines);
      await write(lines);
    }
    return sum.digest();
  });
  return { count, bytes, list };
}

/** A file that is gone was deleted since its name was read: then its row is, too, or will be. */
async function copyFile(backup: BackupFolder, files: FileStorage, key: string): Promise<BackupFile | null> {
  try {
    return await backup.writeFile(key, await files.getStream(key));
  } catch (error) {
    if (await files.exists(key)) throw error;
    return null;
  }
}
