import { column } from '../db/columns.ts';
import { type Db, type DbOrTx, execute, queryValues, sql, type Tx, transaction } from '../db/db.ts';
import { AppError, toAppError } from '../errors.ts';
import type { Site } from '../site.ts';

/**
 * The key for a new file, and its source: a local file to move (`from`), a stored file to copy (`copyOf`), or its
 * content (`bytes`).
 */
export type NewFile = { key: string } & ({ from: string } | { copyOf: string } | { bytes: Buffer });

/** Thrown by `storeFiles` if the file store is down. At this point, the transaction has not begun. */
export class FileStoreError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', undefined, { cause });
  }
}

/**
 * Age in ms at which an unreferenced file is deleted. Storing a file takes much less time, so a file of this age must
 * have been left behind, for example by a killed server.
 */
const ORPHAN_AFTER_MS = 3_600_000;
const SWEEP_BATCH_SIZE = 100;

/**
 * Store files, and then run `work` in a transaction that adds the rows that reference them. If the transaction does not
 * commit, the files are deleted, even if the server is killed in the meantime. This works because the keys of the files
 * are in `orphaned_files` until the commit.
 * @throws FileStoreError if the file store is down
 * @throws any other error from storing the files or from `work`. An `unavailable` error is thrown immediately, and any
 * other error after the files have been deleted.
 */
export async function storeFiles<T>(
  db: Db,
  site: Site,
  files: readonly NewFile[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const keys = files.map(({ key }) => key);
  for (const key of keys) assertDeclared(site, key);
  const dueAt = new Date(site.clock.now().getTime() + ORPHAN_AFTER_MS);
  await execute(
    db,
    sql`insert into orphaned_files (key, delete_after) select unnest(${keys}::text[]), ${dueAt}`,
  );
  try {
    for (const file of files) await storeFile(site, file);
    return await transaction(db, async (tx) => {
      const result = await work(tx);
      const claimed = await execute(
        tx,
        sql`delete from orphaned_files where key = any (${keys}::text[]) returning key`,
      );
      if (claimed.length < keys.length) throw new AppError('unavailable');
      return result;
    });
  } catch (error) {
    const isUnavailable = toAppError(error)?.code === 'unavailable';
    const discarding = discardFiles(db, site, keys, isUnavailable).catch((failure) =>
      site.log.error({ err: failure }, 'deleting orphaned files failed'),
    );
    // If the store or the database is down, do not make the client wait for the deletions, because they could time out.
    if (!isUnavailable) await discarding;
    throw error;
  }
}

/** Throw if no feature declares how the personal data in files with this key's prefix is handled. */
function assertDeclared({ features }: Site, key: string): void {
  const prefix = key.slice(0, key.indexOf('/') + 1);
  if (!features.some(({ personalData }) => Object.hasOwn(personalData?.storage ?? {}, prefix)))
    throw new Error(`No feature declares files with the prefix "${prefix}" in personalData.storage`);
}

async function storeFile({ files }: Site, file: NewFile): Promise<void> {
  try {
    if ('bytes' in file) await files.put(file.key, file.bytes);
    else if ('from' in file) await files.moveFromFs(file.from, file.key);
    else await files.copy(file.copyOf, file.key);
  } catch (error) {
    throw toAppError(error)?.code === 'unavailable' ? new FileStoreError(error) : error;
  }
}

/**
 * Delete files after a failure. If the connection broke during the commit, the transaction might have
 * committed. The update below waits for the transaction to end, and finds no rows if it has committed.
 * @param mayArriveLater true if a store that was down might still write a file. In this case, the rows of
 * `orphaned_files` stay until a later sweep.
 */
async function discardFiles(
  db: Db,
  site: Site,
  keys: readonly string[],
  mayArriveLater: boolean,
): Promise<void> {
  const left = await queryValues(
    db,
    column.text,
    sql`update orphaned_files set key = key where key = any (${keys}::text[]) returning key`,
  );
  const deleted = await deleteFiles(site, left);
  if (!mayArriveLater) await deleteOrphanRows(db, deleted);
}

/**
 * Delete files once the transaction that deletes their rows has committed. If deleting the files fails, a later sweep
 * deletes them.
 */
export async function deleteFilesAfterCommit(tx: Tx, site: Site, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await execute(
    tx,
    sql`insert into orphaned_files (key, delete_after) select unnest(${keys}::text[]), ${site.clock.now()}
     on conflict (key) do nothing`,
  );
  tx.afterCommit(() => {
    deleteOrphans(site.db, site, keys).catch((error) =>
      site.log.warn({ err: error }, 'deleting orphaned files failed'),
    );
  });
}

/**
 * Delete rows in batches, each in a separate transaction. After the commit of a batch, delete its files. Stop after a
 * batch with fewer than `batchSize` rows.
 */
export async function deleteInFileBatches(
  db: Db,
  site: Site,
  batchSize: number,
  batch: (tx: Tx, limit: number) => Promise<{ rows: number; keys: readonly string[] }>,
): Promise<void> {
  for (let left = batchSize; left === batchSize; )
    left = await transaction(db, async (tx) => {
      const { rows, keys } = await batch(tx, batchSize);
      await deleteFilesAfterCommit(tx, site, keys);
      return rows;
    });
}

/** Delete the orphaned files that are due. Return how many were due, even if some could not be deleted. */
export async function deleteOrphanedFiles(db: DbOrTx, site: Site): Promise<number> {
  // Continue after the last key, so that files that cannot be deleted do not block the others.
  for (let deletedCount = 0, last = ''; ; ) {
    const keys = await queryValues(
      db,
      column.text,
      sql`select key from orphaned_files where delete_after <= ${site.clock.now()} and key > ${last}
       order by key limit ${SWEEP_BATCH_SIZE}`,
    );
    await deleteOrphans(db, site, keys);
    deletedCount += keys.length;
    last = keys.at(-1) ?? '';
    if (keys.length < SWEEP_BATCH_SIZE) return deletedCount;
  }
}

/** Return the keys of the orphaned files that are due at `dueAt`. */
export const findOrphanedFiles = (db: DbOrTx, dueAt: Date): Promise<string[]> =>
  queryValues(
    db,
    column.text,
    sql`select key from orphaned_files where delete_after <= ${dueAt} order by key`,
  );

/** Delete orphaned files and then their rows, so that every file that was not deleted still has a row. */
const deleteOrphans = async (db: DbOrTx, site: Site, keys: readonly string[]): Promise<void> =>
  deleteOrphanRows(db, await deleteFiles(site, keys));

/** Delete files, and return the keys of the files that were deleted. Stop if the store is down. */
async function deleteFiles(site: Site, keys: readonly string[]): Promise<string[]> {
  const deleted: string[] = [];
  for (const key of keys) {
    try {
      await site.files.delete(key);
      deleted.push(key);
    } catch (error) {
      site.log.error({ err: error, key }, 'deleting a file failed');
      if (toAppError(error)?.code === 'unavailable') break;
    }
  }
  return deleted;
}

async function deleteOrphanRows(db: DbOrTx, keys: readonly string[]): Promise<void> {
  await execute(db, sql`delete from orphaned_files where key = any (${keys}::text[])`);
}
