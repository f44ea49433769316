import type { Statement } from './db.ts';

/**
 * Callbacks for each statement. Tests use `before` and `after`. If either throws, the statement fails. The site sets
 * `measured`, which is called with the duration of each statement, even if the statement failed.
 */
export type QueryHooks = {
  before?: (statement: Statement) => void | Promise<void>;
  after?: (statement: Statement) => void | Promise<void>;
  measured?: (statement: Statement, seconds: number) => void;
};

/** Call `before`, `send`, `measured` and `after`, and return the result of `send`. */
export async function hooked<T>(
  { before, after, measured }: QueryHooks,
  statement: Statement,
  send: () => Promise<T>,
): Promise<T> {
  if (before) await before(statement);
  const begun = performance.now();
  const result = await send().finally(() => measured?.(statement, (performance.now() - begun) / 1_000));
  if (after) await after(statement);
  return result;
}
