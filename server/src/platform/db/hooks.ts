import type { Statement } from './db.ts';

/** Lets tests observe the statements of a database. What a hook throws fails the statement. */
export type QueryHooks = {
  before?: (statement: Statement) => void | Promise<void>;
  after?: (statement: Statement) => void | Promise<void>;
};

/** Run `send` between the hooks. */
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
