import { type Db, execute, sql, transaction } from '../../platform/db/db.ts';
import { appliedMigrations, readMigrations } from '../../platform/db/migrate.ts';
import { type Checksum, checksumOf } from './checksums.ts';
import { assertEmptyDatabase, assertKnownMigrations, loadRows, type RowSource } from './load-rows.ts';
import {
  beginSnapshot,
  pendingJobsJson,
  prepareSession,
  savePendingJobs,
  sequencesOf,
  tablesOf,
} from './queries.ts';

/**
 * Copy a database's tables, sequence values and unfinished jobs to an empty database in one transaction. Nothing may
 * write to the source during the copy.
 * @returns the checksum of every table, before the rows of `session_changes` are deleted from the target
 * @throws AppError `conflict` if the target is not empty, the source is from a newer version, or the copied rows differ
 *   from the source.
 */
export async function copyDatabase(from: Db, to: Db): Promise<Map<string, Checksum>> {
  await assertEmptyDatabase(to);
  return transaction(from, async (source) => {
    await beginSnapshot(source);
    await prepareSession(source);
    const tables = await tablesOf(source);
    const migrations = await appliedMigrations(source);
    const known = await readMigrations();
    assertKnownMigrations(migrations, known);
    const jobs = await pendingJobsJson(source);
    const byName = new Map(tables.map((table) => [table.name, table]));
    return transaction(to, async (tx) => {
      await prepareSession(tx);
      const rows: RowSource = {
        migrations,
        tables,
        sequences: () => sequencesOf(source),
        forEachBatch: (name, use) => {
          const table = byName.get(name);
          if (!table) throw new Error(`The table ${name} does not exist`);
          return checksumOf(source, table, use);
        },
      };
      const filled = await loadRows(tx, rows, known);
      // Delete these rows, because they contain transaction ids of the source. The target does not need the rows,
      // because no node has cached the target's sessions yet.
      await execute(tx, sql`delete from session_changes`);
      if (jobs) await savePendingJobs(tx, jobs);
      return filled;
    });
  });
}
