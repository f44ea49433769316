import type { PGlite, Transaction } from '@electric-sql/pglite';
import { type Connection, type Db, sql } from './db.ts';
import { hooked, type QueryHooks } from './hooks.ts';

const BEGIN = sql`begin`;
const COMMIT = sql`commit`;

/** Return a `Db` for the embedded database. This database has one connection, and plans a statement on every call. */
export function embeddedDb(pglite: PGlite, hooks: QueryHooks): Db {
  const connectionOn = (target: PGlite | Transaction): Connection => ({
    execute: (statement) =>
      hooked(hooks, statement, async () => (await target.query(statement.text, [...statement.values])).rows),
    executeScript: (text) => hooked(hooks, { text, values: [] }, async () => void (await target.exec(text))),
  });
  return {
    execute: connectionOn(pglite).execute,
    inTransaction: async (work) => {
      await hooks.before?.(BEGIN);
      const result = await pglite.transaction(async (transaction) => {
        await hooks.after?.(BEGIN);
        const result = await work(connectionOn(transaction));
        await hooks.before?.(COMMIT);
        return result;
      });
      await hooks.after?.(COMMIT);
      return result;
    },
  };
}
