import type { Statement } from './db.ts';

/** Callbacks before and after each statement, for tests. If a hook throws, the statement fails. */
export type QueryHooks = {
  before?: (statement: Statement) => void | Promise<void>;
  after?: (statement: Statement) => void | Promise<void>;
};

/** Call `before`, `send` and `after`, and return the result of `send`. */
export async function hooked<T>(
  { before, after }: QueryHooks,
  statement: Statement,
  send: () => Promise<T>,
): Promise<T> {
  if (before) await before(statement);
  const result = await send();
  if (after) await after(statement);
  return result;
}
