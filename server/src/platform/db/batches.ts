import { type Db, run } from './db.ts';

/**
 * Does something to rows until fewer are found than asked for: each time a statement that stays short, however many have
 * gathered.
 * @param runBatch what it does to so many at most; answers them
 */
export async function repeatInBatches(
  batchSize: number,
  runBatch: (limit: number) => Promise<readonly unknown[]>,
): Promise<void> {
  while ((await runBatch(batchSize)).length === batchSize);
}

/**
 * Deletes what a statement finds, so many rows at a time.
 * @param text its last parameter, after `values`, is how many; it returns a column of what it deleted
 */
export const deleteInBatches = (
  db: Db,
  text: string,
  values: readonly unknown[],
  atOnce = 1_000,
): Promise<void> => repeatInBatches(atOnce, (limit) => run(db, text, [...values, limit]));

/**
 * Does something with each in turn, also with those behind one that fails.
 * @throws AggregateError of what failed, once each was tried.
 */
export async function forEachSettled<T>(
  each: readonly T[],
  action: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of each) await action(one).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${each.length} failed`);
}
