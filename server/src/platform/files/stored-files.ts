import { type Db, type DbOrTx, query, queryValues, sql, type Tx, transaction } from '../db/db.ts';
import { AppError, toAppError } from '../errors.ts';
import type { Site } from '../site.ts';

/** A file to store, and the local path to move it from, or the stored file to copy. */
export type NewFile = { key: string } & ({ from: string } | { copyOf: string });

/** Storing a file takes much less time; a file that is still unreferenced then was left by a killed server. */
const ORPHAN_AFTER_MS = 3_600_000;
const SWEEP_BATCH_SIZE = 100;

/**
 * Store files together with the rows that reference them: both or neither, even if the server is killed in
 * between. The files are listed in `orphaned_files` until `work` has committed.
 * @throws what `work` throws, after deleting the files.
 */
export async function storeFiles<T>(
  db: Db,
  site: Site,
  files: readonly NewFile[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const keys = files.map(({ key }) => key);
  const dueAt = new Date(site.clock.now().getTime() + ORPHAN_AFTER_MS);
  await query(
    db,
    sql`insert into orphaned_files (key, delete_after) select unnest(${keys}::text[]), ${dueAt}`,
  );
  try {
    for (const file of files)
      await ('from' in file
        ? site.files.moveFromFs(file.from, file.key)
        : site.files.copy(file.copyOf, file.key));
    return await transaction(db, async (tx) => {
      const result = await work(tx);
      const named = await query(
        tx,
        sql`delete from orphaned_files where key = any (${keys}::text[]) returning key`,
      );
      if (named.length < keys.length) throw new AppError('unavailable');
      return result;
    });
  } catch (error) {
    const isUnavailable = toAppError(error)?.code === 'unavailable';
    const discarding = discardFiles(db, site, keys, isUnavailable).catch((failure) =>
      site.log.error({ err: failure }, 'deleting orphaned files failed'),
    );
    // If the store is down, deleting would time out for each file: do not make the client wait.
    if (!isUnavailable) await discarding;
    throw error;
  }
}

/**
 * Delete files after a failure, unless the transaction has committed after all: a connection that breaks during
 * the commit leaves this open. The update waits for a transaction that is still open, and finds no rows if it
 * has committed.
 * @param mayArriveLater whether a store that was down may still receive a file: keep the rows then, for a later
 * sweep
 */
async function discardFiles(
  db: Db,
  site: Site,
  keys: readonly string[],
  mayArriveLater: boolean,
): Promise<void> {
  const left = await queryValues<string>(
    db,
    sql`update orphaned_files set key = key where key = any (${keys}::text[]) returning key`,
  );
  const deleted = await deleteFiles(site, left);
  if (!mayArriveLater) await deleteOrphanRows(db, deleted);
}

/** Delete files together with their rows: right after the commit, or in a later sweep if that fails. */
export async function deleteFilesAfterCommit(tx: Tx, site: Site, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await query(
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

/** Delete rows in batches, each in its own transaction, and the files of each batch after its commit. */
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

/** Delete the orphaned files that are due, and return their number. */
export async function deleteOrphanedFiles(db: DbOrTx, site: Site): Promise<number> {
  // In the order of keys, so that a file that cannot be deleted does not block the others.
  for (let deletedCount = 0, last = ''; ; ) {
    const keys = await queryValues<string>(
      db,
      sql`select key from orphaned_files where delete_after <= ${site.clock.now()} and key > ${last}
       order by key limit ${SWEEP_BATCH_SIZE}`,
    );
    await deleteOrphans(db, site, keys);
    deletedCount += keys.length;
    last = keys.at(-1) ?? '';
    if (keys.length < SWEEP_BATCH_SIZE) return deletedCount;
  }
}

/** Delete the files first, so that every remaining file keeps its row. */
const deleteOrphans = async (db: DbOrTx, site: Site, keys: readonly string[]): Promise<void> =>
  deleteOrphanRows(db, await deleteFiles(site, keys));

/** Return the keys of the deleted files; stop if the store is down. */
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
  await query(db, sql`delete from orphaned_files where key = any (${keys}::text[])`);
}
