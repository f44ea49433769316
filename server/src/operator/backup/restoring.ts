import { type Db, transaction } from '../../platform/db/db.ts';
import { type Migrations, readMigrations } from '../../platform/db/migrate.ts';
import type { Files } from '../../platform/files/storage.ts';
import { checkEmpty, checkMigrations, fill, type Source } from './filling.ts';
import { BackupFolder, type KeptFile, type Manifest } from './folder.ts';
import { settle } from './queries.ts';
import { Summing } from './rows.ts';

export type Restored = {
  madeAt: string;
  version: string;
  tables: number;
  rows: number;
  files: number | null;
};

/**
 * Fills an empty site from a backup. All of it is read and held to its sums before anything is changed; the tables are
 * filled in one transaction, after the files, so that one that is cut off leaves an empty database and can be done anew.
 * @throws AppError conflict for a backup that is damaged, unfinished or newer, and for a database that is not empty.
 */
export async function restoreBackup(
  db: Db,
  { folder, files, migrations }: { folder: string; files: Files; migrations?: Migrations },
): Promise<Restored> {
  const known = migrations ?? (await readMigrations());
  const backup = new BackupFolder(folder);
  const manifest = await backup.readManifest();
  checkMigrations(manifest.migrations, known);
  await checkEmpty(db);
  for (const { name, ...sum } of manifest.tables) await backup.check(`tables/${name}`, sum);
  if (manifest.files) {
    await backup.check('files', manifest.files.list);
    for await (const file of filesOf(backup)) await backup.checkFile(file);
    for await (const { key } of filesOf(backup)) await files.copyFromFs(backup.pathOf(key), key);
  }
  const sums = await transaction(db, async (tx) => {
    await settle(tx);
    return fill(tx, sourceOf(backup, manifest), known);
  });
  return {
    madeAt: manifest.madeAt,
    version: manifest.version,
    tables: sums.size,
    rows: [...sums.values()].reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files?.count ?? null,
  };
}

const sourceOf = (backup: BackupFolder, { migrations, tables, sequences }: Manifest): Source => ({
  migrations,
  tables,
  sequences: async () => sequences,
  read: async (name, use) => {
    const sum = new Summing();
    for await (const lines of backup.readLines(`tables/${name}`)) {
      sum.add(lines);
      await use(lines);
    }
    return sum.end();
  },
});

async function* filesOf(backup: BackupFolder): AsyncGenerator<KeptFile> {
  for await (const lines of backup.readLines('files'))
    for (const line of lines) yield JSON.parse(line) as KeptFile;
}
