import { type Db, transaction } from '../../platform/db/db.ts';
import { appliedMigrations } from '../../platform/db/migrate.ts';
import { BACKUP_SETTING, saveSetting } from '../../platform/db/site-settings.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { type BackupFile, BackupFolder, type Manifest } from './backup-folder.ts';
import { ChecksumBuilder, checksumOf } from './checksums.ts';
import { beginSnapshot, prepareSession, sequencesOf, tablesOf } from './queries.ts';

/**
 * Tables that are not backed up, because they contain credentials or data that expires within a day. A restore must
 * not make ended sessions or used links valid again.
 */
const SKIPPED_TABLES = [
  'sessions',
  'session_changes',
  'push_subscriptions',
  'email_tokens',
  'idempotency_keys',
  'sandbox_sessions',
];

export type BackupSummary = {
  tables: number;
  rows: number;
  files: number | null;
  bytes: number;
  /** False if the database did not store the time of the backup. */
  isTimeStored: boolean;
};

/**
 * Write a backup to a new folder: a snapshot of the tables, then players' files, unless `files` is null. If the backup
 * fails, delete the folder. If it succeeds, store the time of the backup in the database. Storing the time may fail,
 * for example if the database is read-only, or if its disk is full.
 * @throws AppError `conflict` if the folder is not empty, or the site has no players; `notFound` if the database
 * contains no site.
 */
export async function createBackup(
  db: Db,
  { folder, version, files }: { folder: string; version: string; files: FileStorage | null },
): Promise<BackupSummary> {
  const backup = new BackupFolder(folder);
  await backup.create();
  const { tables, files: copied } = await writeBackup(db, backup, { version, files }).catch(
    async (error: unknown) => {
      await backup.remove();
      throw error;
    },
  );
  const isTimeStored = await saveSetting(db, BACKUP_SETTING, new Date().toISOString()).then(
    () => true,
    () => false,
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    tables: tables.length,
    rows,
    files: copied?.count ?? null,
    bytes: copied?.bytes ?? 0,
    isTimeStored,
  };
}

async function writeBackup(
  db: Db,
  backup: BackupFolder,
  { version, files }: { version: string; files: FileStorage | null },
): Promise<Manifest> {
  const database = await writeTables(db, backup);
  const manifest: Manifest = {
    format: 1,
    version,
    files: files && (await writeFiles(backup, files)),
    madeAt: new Date().toISOString(),
    ...database,
    leftOut: SKIPPED_TABLES,
  };
  await backup.writeManifest(manifest);
  return manifest;
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
    if (tables.find(({ name }) => name === 'users')?.rows === 0)
      throw new AppError('conflict', 'The site has no players, so the backup would be empty.');
    // Sequences are not part of the snapshot. Read them after the snapshot has begun, so that no value is
    // lower than an id in the rows.
    return { migrations, tables, sequences: await sequencesOf(tx) };
  });
}

async function writeFiles(backup: BackupFolder, files: FileStorage): Promise<Manifest['files']> {
  let [count, bytes] = [0, 0];
  const list = await backup.writeLines('files', async (write) => {
    const sum = new ChecksumBuilder();
    for await (const key of files.keys()) {
      const copied = await copyFile(backup, files, key);
      if (!copied) continue;
      count += 1;
      bytes += copied.bytes;
      const lines = [JSON.stringify(copied)];
      sum.add(lines);
      await write(lines);
    }
    return sum.digest();
  });
  return { count, bytes, list };
}

/** Copy a file to the backup. Return null if the file was deleted after the keys were listed. */
async function copyFile(backup: BackupFolder, files: FileStorage, key: string): Promise<BackupFile | null> {
  try {
    return await backup.writeFile(key, await files.getStream(key));
  } catch (error) {
    if (await files.exists(key)) throw error;
    return null;
  }
}
