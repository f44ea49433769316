import type { PGlite, Transaction } from '@electric-sql/pglite';
import { type Db, type Execute, sql } from './db.ts';
import { hooked, type QueryHooks } from './hooks.ts';

const BEGIN = sql`begin`;
const COMMIT = sql`commit`;

/** The embedded database: one connection in this process, which plans every statement on every call. */
export function embeddedDb(pglite: PGlite, hooks: QueryHooks): Db {
  const executeOn =
    (target: PGlite | Transaction): Execute =>
    (statement) =>
      hooked(hooks, statement, async () => {
        const { text, values } = statement;
        if (values.length > 0) return (await target.query(text, values as unknown[])).rows;
        // Like the simple query protocol that PostgreSQL's driver uses here, this takes several statements in one text.
        return (await target.exec(text)).at(-1)?.rows ?? [];
      });
  return {
    execute: executeOn(pglite),
    inTransaction: async (work) => {
      await hooks.before?.(BEGIN);
      const result = await pglite.transaction(async (transaction) => {
        await hooks.after?.(BEGIN);
        const result = await work(executeOn(transaction));
        await hooks.before?.(COMMIT);
        return result;
      });
      await hooks.after?.(COMMIT);
      return result;
    },
  };
}
