import { type Db, transaction } from '../../platform/db/db.ts';
import { appliedMigrations, readMigrations } from '../../platform/db/migrate.ts';
import { checkEmpty, checkMigrations, fill, type Source } from './filling.ts';
import { beginSnapshot, keepWaiting, sequencesOf, settle, tablesOf, waitingJobs } from './queries.ts';
import { type Sum, sumOf } from './rows.ts';

/**
 * Copies a database that nobody writes to into an empty one: every table whole, where the sequences stand, and the jobs
 * that wait, in one transaction.
 * @returns rows and SHA-256 of every table, which are the same on both sides.
 * @throws AppError conflict when the other is not empty, or what is stored there differs from what was read.
 */
export async function copyDatabase(from: Db, to: Db): Promise<Map<string, Sum>> {
  await checkEmpty(to);
  return transaction(from, async (source) => {
    await beginSnapshot(source);
    await settle(source);
    const tables = await tablesOf(source);
    const migrations = await appliedMigrations(source);
    const known = await readMigrations();
    checkMigrations(migrations, known);
    const jobs = await waitingJobs(source);
    const byName = new Map(tables.map((table) => [table.name, table]));
    return transaction(to, async (tx) => {
      await settle(tx);
      const rows: Source = {
        migrations,
        tables,
        sequences: () => sequencesOf(source),
        read: (name, use) => {
          const table = byName.get(name);
          if (!table) throw new Error(`There is no table ${name}`);
          return sumOf(source, table, use);
        },
      };
      const filled = await fill(tx, rows, known);
      if (jobs) await keepWaiting(tx, jobs);
      return filled;
    });
  });
}
