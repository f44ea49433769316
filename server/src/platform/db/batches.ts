/**
 * Does something to rows until fewer are found than asked for: each time a statement that stays short, however many have
 * gathered.
 * @param some what it does to so many at most; answers them
 */
export async function inBatches(
  atOnce: number,
  some: (limit: number) => Promise<readonly unknown[]>,
): Promise<void> {
  while ((await some(atOnce)).length === atOnce);
}

/**
 * Does something with each in turn, also with those behind one that fails.
 * @throws AggregateError of what failed, once each was tried.
 */
export async function tryEach<T>(each: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of each) await act(one).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${each.length} failed`);
}
