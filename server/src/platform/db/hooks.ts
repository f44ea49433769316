import type { Statement } from './db.ts';

/** Let tests observe the statements of a database. An error in a hook fails the statement. */
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
