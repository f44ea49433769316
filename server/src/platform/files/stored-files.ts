import { type Db, type DbOrTx, query, queryValues, sql, type Tx, transaction } from '../db/db.ts';
import { AppError, toAppError } from '../errors.ts';
import type { Site } from '../site.ts';

/** A file to be kept, and the path that it is moved from, or the kept file that it is a copy of. */
export type NewFile = { key: string } & ({ from: string } | { copyOf: string });

/** Keeping a file takes nowhere near so long; what is still loose then was left by a server that was killed. */
const ORPHAN_AFTER_MS = 3_600_000;
const SWEEP_BATCH_SIZE = 100;

/**
 * Keeps files together with the rows that name them: both, or neither, also when the server is killed in between.
 * Until `work` has committed, the files are named in `orphaned_files`.
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
    const isAway = toAppError(error)?.code === 'unavailable';
    const forsaken = discardFiles(db, site, keys, isAway).catch((failure) =>
      site.log.error({ err: failure }, 'deleting orphaned files failed'),
    );
    // What is away would keep whoever asked waiting for each file once more.
    if (!isAway) await forsaken;
    throw error;
  }
}

/**
 * Deletes files that were to be kept, unless they were: a connection that breaks at the commit does not say. Touching
 * what names them waits for a transaction that may still be open, and finds nothing where it was committed.
 * @param mayArriveLater whether one may still arrive in a store that was away: then they stay named, to be looked for later
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

/** Deletes files with the rows that named them: right after the commit, or later if that fails. */
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

/** Has `batch` delete rows and name their files, so many at once and in a transaction of its own each time, to the last. */
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

/** Deletes what is loose and due. Answers how many files that were. */
export async function deleteOrphanedFiles(db: DbOrTx, site: Site): Promise<number> {
  // By their keys, so that one that cannot be deleted does not stand before those that can.
  for (let swept = 0, last = ''; ; ) {
    const keys = await queryValues<string>(
      db,
      sql`select key from orphaned_files where delete_after <= ${site.clock.now()} and key > ${last}
       order by key limit ${SWEEP_BATCH_SIZE}`,
    );
    await deleteOrphans(db, site, keys);
    swept += keys.length;
    last = keys.at(-1) ?? '';
    if (keys.length < SWEEP_BATCH_SIZE) return swept;
  }
}

/** The files first, so that none is without its row. */
const deleteOrphans = async (db: DbOrTx, site: Site, keys: readonly string[]): Promise<void> =>
  deleteOrphanRows(db, await deleteFiles(site, keys));

/** Answers which of them are gone; what is away is not asked for each once more. */
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
