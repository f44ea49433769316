import { randomUUID } from 'node:crypto';
import { type Db, type Tx, transaction } from '../../platform/db/db.ts';
import { type Migrations, readMigrations } from '../../platform/db/migrate.ts';
import { RESTORED_SETTING, saveSetting } from '../../platform/db/site-settings.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { publicImageKey } from '../../platform/http/send-file.ts';
import { fullSizeKey } from '../../platform/personal-data/selected-files.ts';
import { type BackupFile, BackupFolder, type Manifest } from './backup-folder.ts';
import { ChecksumBuilder } from './checksums.ts';
import { assertEmptyDatabase, assertKnownMigrations, loadRows, type RowSource } from './load-rows.ts';
import { insertOrphans, isEmpty, prepareSession, referencedPictures } from './queries.ts';

export type RestoreSummary = {
  /** The identifier of this restore. The database stores it until a server starts. */
  copyId: string;
  createdAt: string;
  version: string;
  tables: number;
  rows: number;
  files: number | null;
  /**
   * The number of public pictures in the file store that no restored row refers to. The site deletes them when it
   * starts.
   */
  unreferencedFiles: number;
};

/**
 * Restore a backup to an empty site. The whole backup is verified before anything is changed. The files are copied
 * first, and then the tables are filled in one transaction. Therefore, an interrupted restore leaves an empty database.
 * A failed restore also deletes the files that it has copied, unless `usesExistingFiles` is true.
 * @param usesExistingFiles true if the file store may already contain files. The restore overwrites files with the same
 * keys. When the site starts, it deletes public pictures that no row refers to.
 * @param saveCopyId stores the identifier of this restore outside the database, before anything is changed
 * @throws AppError `conflict` if the backup is damaged, incomplete or from a newer version, or the database or the file
 * store is not empty.
 */
export async function restoreBackup(
  db: Db,
  {
    folder,
    files,
    usesExistingFiles = false,
    migrations,
    saveCopyId,
  }: {
    folder: string;
    files: FileStorage;
    usesExistingFiles?: boolean;
    migrations?: Migrations;
    saveCopyId?: (copyId: string) => Promise<void>;
  },
): Promise<RestoreSummary> {
  const known = migrations ?? (await readMigrations());
  const backup = new BackupFolder(folder);
  assertKnownMigrations((await backup.readManifest()).migrations, known);
  await assertEmptyDatabase(db);
  if (!usesExistingFiles) await assertEmptyStore(files);
  const manifest = await verifyBackup(folder);
  const copyId = randomUUID();
  await saveCopyId?.(copyId);
  const copied: string[] = [];
  const restore = async () => {
    if (manifest.files)
      for await (const { key } of listFiles(backup)) {
        copied.push(key);
        await files.copyFromFs(backup.pathOf(key), key);
      }
    return transaction(db, async (tx) => {
      await prepareSession(tx);
      const loaded = await loadRows(tx, rowSourceOf(backup, manifest), known);
      await saveSetting(tx, RESTORED_SETTING, copyId);
      const orphans = usesExistingFiles ? await unreferencedPictures(tx, files) : [];
      await insertOrphans(tx, orphans);
      return { sums: loaded, unreferencedFiles: orphans.length };
    });
  };
  const { sums, unreferencedFiles } = await restore().catch(async (error: unknown) => {
    // Delete the copied files, because the next restore rejects a file store that is not empty. Keep them if the
    // database is not empty: if the connection broke during the commit, the restore might be complete and need them.
    if (!usesExistingFiles && (await isEmpty(db).catch(() => false)))
      for (const key of copied) await files.delete(key).catch(() => {});
    throw error;
  });
  return {
    copyId,
    createdAt: manifest.madeAt,
    version: manifest.version,
    tables: sums.size,
    rows: [...sums.values()].reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files?.count ?? null,
    unreferencedFiles,
  };
}

/**
 * Return the keys of stored public pictures that no row refers to, such as pictures that were uploaded after the
 * backup. Until they are deleted, anyone who knows the address of such a picture can see it.
 */
async function unreferencedPictures(tx: Tx, files: FileStorage): Promise<string[]> {
  const referenced = new Set(await referencedPictures(tx));
  const keys: string[] = [];
  for await (const key of files.keys())
    if (publicImageKey(`/media/${key}`) !== null && !referenced.has(key) && !referenced.has(fullSizeKey(key)))
      keys.push(key);
  return keys;
}

/**
 * Throw if the file store contains files, because they could belong to another site.
 * @throws AppError `conflict`
 */
async function assertEmptyStore(files: FileStorage): Promise<void> {
  for await (const key of files.keys())
    throw new AppError(
      'conflict',
      `The file store is not empty (${key}), so nothing was changed. Use an empty folder (DATA_DIR) or bucket. If its files belong only to this site, add --use-existing-files.`,
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
  for (const { name, ...sum } of manifest.tables) await backup.verifyLines(`tables/${name}`, sum);
  if (manifest.files) {
    await backup.verifyLines('files', manifest.files.list);
    for await (const file of listFiles(backup)) await backup.verifyFile(file);
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

/** Yield the players' files that a backup lists. */
async function* listFiles(backup: BackupFolder): AsyncGenerator<BackupFile> {
  for await (const lines of backup.readLines('files'))
    for (const line of lines) yield JSON.parse(line) as BackupFile;
}
