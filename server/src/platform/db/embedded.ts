import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Db, Execute } from './db.ts';
import { hooked, type QueryHooks } from './hooks.ts';

/** The embedded database: one connection in this process, which plans every statement on every call. */
export function embeddedDb(pglite: PGlite, hooks: QueryHooks): Db {
  const executeOn =
    (target: PGlite | Transaction): Execute =>
    ({ text, values }) =>
      hooked(hooks, text, async () => {
        if (values.length > 0) return (await target.query(text, values as unknown[])).rows;
        // Like the simple query protocol that PostgreSQL's driver uses here, this takes several statements in one text.
        return (await target.exec(text)).at(-1)?.rows ?? [];
      });
  return {
    execute: executeOn(pglite),
    inTransaction: async (work) => {
      await hooks.before?.('begin');
      const result = await pglite.transaction(async (transaction) => {
        await hooks.after?.('begin');
        const result = await work(executeOn(transaction));
        await hooks.before?.('commit');
        return result;
      });
      await hooks.after?.('commit');
      return result;
    },
  };
}
