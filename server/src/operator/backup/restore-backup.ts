import { randomUUID } from 'node:crypto';
import { type Db, transaction } from '../../platform/db/db.ts';
import { type Migrations, readMigrations } from '../../platform/db/migrate.ts';
import { RESTORED_SETTING, saveSetting } from '../../platform/db/site-settings.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { type BackupFile, BackupFolder, type Manifest } from './backup-folder.ts';
import { ChecksumBuilder } from './checksums.ts';
import { assertEmptyDatabase, assertKnownMigrations, loadRows, type RowSource } from './load-rows.ts';
import { prepareSession } from './queries.ts';

export type RestoreSummary = {
  /** The identifier of this restore, which the database contains until a server starts on it. */
  copyId: string;
  createdAt: string;
  version: string;
  tables: number;
  rows: number;
  files: number | null;
};

/**
 * Restore a backup to an empty site. The whole backup is verified before anything is changed. The files are copied
 * before the tables are filled in one transaction, so that an interrupted restore leaves an empty database and can
 * be repeated. A failed restore deletes the files that it has copied.
 * @param usesExistingFiles whether the file store can already contain files, which are overwritten and never deleted
 * @throws AppError `conflict` if the backup is damaged, incomplete or of a newer version, or the database or the file
 * store is not empty.
 */
export async function restoreBackup(
  db: Db,
  {
    folder,
    files,
    usesExistingFiles = false,
    migrations,
  }: { folder: string; files: FileStorage; usesExistingFiles?: boolean; migrations?: Migrations },
): Promise<RestoreSummary> {
  const known = migrations ?? (await readMigrations());
  const backup = new BackupFolder(folder);
  assertKnownMigrations((await backup.readManifest()).migrations, known);
  await assertEmptyDatabase(db);
  if (!usesExistingFiles) await assertEmptyStore(files);
  const manifest = await verifyBackup(folder);
  const copyId = randomUUID();
  const copied: string[] = [];
  const restore = async () => {
    if (manifest.files)
      for await (const { key } of restoreSourceFiles(backup)) {
        copied.push(key);
        await files.copyFromFs(backup.pathOf(key), key);
      }
    return transaction(db, async (tx) => {
      await prepareSession(tx);
      const loaded = await loadRows(tx, rowSourceOf(backup, manifest), known);
      await saveSetting(tx, RESTORED_SETTING, copyId);
      return loaded;
    });
  };
  const sums = await restore().catch(async (error: unknown) => {
    // Report the first error. Files that cannot be deleted are reported by the next restore.
    if (!usesExistingFiles) for (const key of copied) await files.delete(key).catch(() => {});
    throw error;
  });
  return {
    copyId,
    createdAt: manifest.madeAt,
    version: manifest.version,
    tables: sums.size,
    rows: [...sums.values()].reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files?.count ?? null,
  };
}

/** @throws AppError conflict if the file store contains files, because they could belong to another site. */
async function assertEmptyStore(files: FileStorage): Promise<void> {
  for await (const key of files.keys())
    throw new AppError(
      'conflict',
      `The file store is not empty (${key}), so nothing was changed. Use an empty folder (DATA_DIR) or bucket. If its files belong to this site and no other, add --use-existing-files.`,
    );
}

/**
 * Verify all checksums of a backup, and return its manifest.
 * @throws AppError `conflict` if the backup is damaged or incomplete, or contains no players.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const backup = new BackupFolder(folder);
  const manifest = await backup.readManifest();
  if (!manifest.tables.some(({ name, rows }) => name === 'users' && rows > 0))
    throw new AppError('conflict', 'This backup contains no players.');
  for (const { name, ...sum } of manifest.tables) await backup.verifyTable(`tables/${name}`, sum);
  if (manifest.files) {
    await backup.verifyTable('files', manifest.files.list);
    for await (const file of restoreSourceFiles(backup)) await backup.verifyFile(file);
  }
  return manifest;
}

const rowSourceOf = (backup: BackupFolder, { migrations, tables, sequences }: Manifest): RowSource => ({
  migrations,
  tables,
  sequences: async () => sequences,
  forEachBatch: async (name, use) => {
    const sum = new ChecksumBuilder();
    for await (const lines of backup.readLines(`tables/${name}`)) {
      sum.add(lines);
      await use(lines);
    }
    return sum.digest();
  },
});

async function* restoreSourceFiles(backup: BackupFolder): AsyncGenerator<BackupFile> {
  for await (const lines of backup.readLines('files'))
    for (const line of lines) yield JSON.parse(line) as BackupFile;
}
