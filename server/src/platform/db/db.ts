import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { raw, type Sql } from 'sql-template-tag';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** Return a number as part of a statement's text instead of a parameter, so that the planner knows it. */
export const literal = (value: number): Sql => raw(String(value));

/** Return the quoted name of a table or column. */
export const identifier = (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`);

/** A statement for the driver: text with `$1`, `$2`, … and their values. An `Sql` is one. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };
export type QueryOptions = {
  /**
   * False plans the statement for its values on every call, for statements whose best plan depends on them. By default
   * a connection plans a statement once.
   */
  prepare?: boolean;
};
/** Sends a statement of one command and returns its rows. */
export type Execute = (statement: Statement, options?: QueryOptions) => Promise<unknown[]>;

/** Sends a text of several commands, such as a migration. */
export type ExecuteScript = (text: string) => Promise<void>;
/** The connection of an open transaction. */
export type Connection = { execute: Execute; executeScript: ExecuteScript };

/** The database outside a transaction. Features call `query` and `transaction`, which use these two methods. */
export type Db = {
  execute: Execute;
  /** Run `work` between BEGIN and COMMIT on one connection; ROLLBACK when it throws. */
  inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Log the error of an `afterCommit` callback; set by the site. */
  onCallbackError?: (error: unknown) => void;
};
export type AfterCommit = {
  /** Call `callback` once the transaction is committed, never after a rollback; log its error. */
  afterCommit(callback: () => void): void;
};
/** An open transaction. */
export type Tx = AfterCommit & Connection;
export type DbOrTx = Db | Tx;

/** SQLSTATEs of serialization failures and deadlocks: the same work can succeed when it runs again. */
const RETRYABLE_CODES = ['40001', '40P01'];
const MAX_ATTEMPTS = 4;
/** Delay before the second attempt. It grows with each attempt, so that two transactions do not collide again. */
const RETRY_DELAY_MS = 20;

/** The databases with an open transaction in this asynchronous context. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<Db>>();

const isTx = (db: DbOrTx): db is Tx => 'afterCommit' in db;

/**
 * Run `work` in a transaction, or in the open one when `db` is a `Tx`. After a deadlock or a serialization failure
 * `work` runs again, so its only effects must be statements on its `Tx` and `afterCommit` callbacks.
 * @throws what `work` throws, after the rollback; Error if a transaction on `db` is open already.
 */
export async function transaction<T>(db: DbOrTx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(db)) return work(db);
  const others = openTransactions.getStore() ?? new Set();
  if (others.has(db)) assertNoOpenTransaction();
  const { result, callbacks } = await withRetries(async () => {
    const callbacks: (() => void)[] = [];
    const result = await openTransactions.run(new Set([...others, db]), () =>
      db.inTransaction((connection) =>
        work({ ...connection, afterCommit: (callback) => void callbacks.push(callback) }),
      ),
    );
    return { result, callbacks };
  });
  for (const callback of callbacks) runAfterCommit(callback, db.onCallbackError);
  return result;
}

function runAfterCommit(
  callback: () => void,
  onError: (error: unknown) => void = (error) => console.error(error),
): void {
  openTransactions.exit(() => {
    try {
      callback();
    } catch (error) {
      onError(error);
    }
  });
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isRetriable(error)) throw error;
      await sleep(RETRY_DELAY_MS * attempts);
    }
  }
}

const isRetriable = (error: unknown): boolean =>
  RETRYABLE_CODES.includes(String((error as { code?: unknown }).code)) || isPlanOutdated(error);

/** Report whether a prepared statement failed because a migration has changed its result columns since. */
export function isPlanOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/**
 * Throw when a transaction is open. The embedded database has one connection: a statement outside the open transaction
 * would wait for it forever. A pool can run dry the same way.
 */
function assertNoOpenTransaction(): void {
  if (openTransactions.getStore())
    throw new Error('A query was made outside the open transaction. Pass the Tx instead.');
}

/**
 * Run a statement and return its rows. Put values and fragments into the template: `` sql`… where id = ${id}`
 * ``.
 * @throws Error for a `Db` while a transaction is open.
 */
export async function query<Row>(db: DbOrTx, statement: Statement, options?: QueryOptions): Promise<Row[]> {
  if (isTx(db)) return (await db.execute(statement, options)) as Row[];
  assertNoOpenTransaction();
  return (await withRetries(() => db.execute(statement, options))) as Row[];
}

/** Return the only row of a statement. @throws Error if it returns none or several. */
export async function queryOne<Row>(db: DbOrTx, statement: Statement): Promise<Row> {
  const rows = await query<Row>(db, statement);
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}.`);
  return rows[0] as Row;
}

/** Return the first row of a statement, if any. */
export async function queryFirst<Row>(db: DbOrTx, statement: Statement): Promise<Row | undefined> {
  return (await query<Row>(db, statement))[0];
}

/** Report whether a statement returns any row. */
export async function queryExists(db: DbOrTx, statement: Statement): Promise<boolean> {
  return (await query(db, statement)).length > 0;
}

/** Return the first column of every row. */
export async function queryValues<Value>(db: DbOrTx, statement: Statement): Promise<Value[]> {
  return (await query<Record<string, Value>>(db, statement)).map(firstColumn);
}

/** Return the first column of the only row. @throws Error if there are none or several. */
export async function queryValue<Value>(db: DbOrTx, statement: Statement): Promise<Value> {
  return firstColumn(await queryOne<Record<string, Value>>(db, statement));
}

/** Return the first column of the first row, if any. */
export async function queryFirstValue<Value>(db: DbOrTx, statement: Statement): Promise<Value | undefined> {
  return (await queryValues<Value>(db, statement))[0];
}

const firstColumn = <Value>(row: Record<string, Value>): Value => Object.values(row)[0] as Value;

/** Report whether an error is a violation of the unique index or constraint `name`. */
export function violatesUnique(error: unknown, name: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === name;
}
