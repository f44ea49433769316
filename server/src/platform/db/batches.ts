import { type Db, execute, type Sql } from './db.ts';

/**
 * Process rows in batches, so that each statement is short. Stop after a batch with fewer than `batchSize` rows.
 * @param runBatch processes at most `limit` rows and returns them
 */
export async function repeatInBatches(
  batchSize: number,
  runBatch: (limit: number) => Promise<readonly unknown[]>,
): Promise<void> {
  while ((await runBatch(batchSize)).length === batchSize);
}

/**
 * Delete rows in batches.
 * @param statementFor returns a statement that deletes at most `limit` rows and returns a column of each deleted row
 */
export const deleteInBatches = (
  db: Db,
  statementFor: (limit: number) => Sql,
  batchSize = 1_000,
): Promise<void> => repeatInBatches(batchSize, (limit) => execute(db, statementFor(limit)));

/**
 * Call `action` for each item, with up to `concurrency` calls at a time. If `action` fails for some items, continue
 * with the others.
 * @throws AggregateError with all failures, once all items have been processed.
 */
export async function forEachSettled<T>(
  items: readonly T[],
  action: (item: T) => Promise<unknown>,
  concurrency = 1,
): Promise<void> {
  const failures: unknown[] = [];
  const waiting = items.values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await action(item).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}
