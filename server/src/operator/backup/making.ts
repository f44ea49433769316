import { type Db, transaction } from '../../platform/db/db.ts';
import { appliedMigrations } from '../../platform/db/migrate.ts';
import { AppError } from '../../platform/errors.ts';
import type { Files } from '../../platform/files/storage.ts';
import { BackupFolder, type KeptFile, type Manifest } from './folder.ts';
import { beginSnapshot, sequencesOf, settle, tablesOf } from './queries.ts';
import { Summing, sumOf } from './rows.ts';

/**
 * What opens accounts, and what is good for a day: a session that was ended since, or a link that was used, must not come
 * back to life.
 */
const LEFT_OUT = ['sessions', 'push_subscriptions', 'email_tokens', 'idempotency_keys', 'sandbox_sessions'];

export type Made = { tables: number; rows: number; files: number | null; bytes: number };

/**
 * Writes a backup into a new folder: the tables as they are at one moment, then players' files unless they are kept
 * elsewhere. Nothing is left of one that fails.
 * @throws AppError conflict when something stands in the folder.
 */
export async function makeBackup(
  db: Db,
  { folder, version, files }: { folder: string; version: string; files: Files | null },
): Promise<Made> {
  const backup = new BackupFolder(folder);
  await backup.make();
  try {
    const database = await writeTables(db, backup);
    const kept = files && (await writeFiles(backup, files));
    await backup.writeManifest({
      format: 1,
      version,
      madeAt: new Date().toISOString(),
      ...database,
      leftOut: LEFT_OUT,
      files: kept,
    });
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: database.tables.length, rows, files: kept?.count ?? null, bytes: kept?.bytes ?? 0 };
  } catch (error) {
    await backup.drop();
    throw error;
  }
}

async function writeTables(
  db: Db,
  backup: BackupFolder,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  return transaction(db, async (tx) => {
    await beginSnapshot(tx);
    await settle(tx);
    const migrations = await appliedMigrations(tx);
    if (migrations.length === 0) throw new AppError('notFound', 'There is no site in this database.');
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(tx)) {
      if (LEFT_OUT.includes(table.name)) continue;
      const sum = await backup.writeLines(`tables/${table.name}`, (write) => sumOf(tx, table, write));
      tables.push({ name: table.name, columns: table.columns, ...sum });
    }
    // Last: they know no snapshot, and must not stand below a row that is there.
    return { migrations, tables, sequences: await sequencesOf(tx) };
  });
}

async function writeFiles(backup: BackupFolder, files: Files): Promise<Manifest['files']> {
  let [count, bytes] = [0, 0];
  const list = await backup.writeLines('files', async (write) => {
    const sum = new Summing();
    for await (const key of files.keys()) {
      const kept = await copyOut(backup, files, key);
      if (!kept) continue;
      count += 1;
      bytes += kept.bytes;
      const lines = [JSON.stringify(kept)];
      sum.add(lines);
      await write(lines);
    }
    return sum.end();
  });
  return { count, bytes, list };
}

/** A file that is gone was deleted since its name was read: then its row is, too, or will be. */
async function copyOut(backup: BackupFolder, files: Files, key: string): Promise<KeptFile | null> {
  try {
    return await backup.writeFile(key, await files.getStream(key));
  } catch (error) {
    if (await files.exists(key)) throw error;
    return null;
  }
}
