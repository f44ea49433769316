import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { raw, type Sql } from 'sql-template-tag';
import type { Static, TObject, TSchema, TUnion } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/**
 * Put a number into the text of a statement, not into its parameters, so that the query planner knows the value. If the
 * number of a `limit` were a parameter, PostgreSQL would often plan the statement again on every call. Planning a
 * statement can take longer than running it.
 */
export const literal = (value: number): Sql => raw(String(value));

/** Return the quoted name of a table or column. */
export const identifier = (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`);

/**
 * A statement for the driver: a query string with the parameters `$1`, `$2`, and so on, and their values. The type
 * `Sql` is compatible with this type.
 */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };
export type QueryOptions = {
  /**
   * False to plan the statement on every call. Use this for statements whose best plan depends on their values. By
   * default, each connection prepares a statement once, so that PostgreSQL can reuse its plan.
   */
  prepare?: boolean;
};
/** Executes a single SQL command and returns its rows. */
export type Execute = (statement: Statement, options?: QueryOptions) => Promise<unknown[]>;

/** Executes a script of several SQL commands, such as a migration. */
export type ExecuteScript = (text: string) => Promise<void>;
/** The connection of an open transaction. */
export type Connection = { execute: Execute; executeScript: ExecuteScript };

/**
 * The database outside a transaction. Features call the functions `query`, `execute` and `transaction`.
 */
export type Db = {
  execute: Execute;
  /** Run `work` between BEGIN and COMMIT on one connection. Roll back if it throws. */
  inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Logs an error of an `afterCommit` callback. The site sets this function. */
  onCallbackError?: (error: unknown) => void;
};
export type AfterCommit = {
  /** Call `callback` after the transaction commits, but not if it rolls back. An error in `callback` is logged. */
  afterCommit(callback: () => void): void;
};
/** An open transaction. */
export type Tx = AfterCommit & Connection;
export type DbOrTx = Db | Tx;

/** SQLSTATE codes of serialization failures and deadlocks. After these errors, the transaction can be retried. */
const RETRYABLE_CODES = ['40001', '40P01'];
const MAX_ATTEMPTS = 4;
/** Delay in ms before the second attempt. The delay grows with each attempt. */
const RETRY_DELAY_MS = 20;

/** Databases that have an open transaction in the current asynchronous context. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<Db>>();

/** Report whether `db` is an open transaction. */
export const isTx = (db: DbOrTx): db is Tx => 'afterCommit' in db;

/**
 * Run `work` in a transaction. If `db` is a `Tx`, use this open transaction. After a deadlock, a serialization failure
 * or an outdated plan (see `isPlanOutdated`), `work` runs again. Therefore, it must have no effects other than
 * statements on its `Tx` and `afterCommit` callbacks.
 * @throws the error that `work` throws, after the rollback
 * @throws Error if `db` is a `Db` and already has an open transaction
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

/**
 * Report whether a prepared statement failed because a migration has changed the result columns since the statement was
 * planned.
 */
export function isPlanOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/**
 * Throw if a transaction is open. The embedded database has only one connection, so a statement outside the open
 * transaction would wait forever for the transaction to end. With a connection pool, the same deadlock could happen
 * when all connections are in use.
 */
function assertNoOpenTransaction(): void {
  if (openTransactions.getStore())
    throw new Error('A query was made outside the open transaction. Pass the Tx instead.');
}

/**
 * Execute a statement and return its rows, unchecked. Put values and SQL fragments into the template, as in
 * `` sql`… where id = ${id}` ``.
 * @throws Error if `db` is a `Db` and a transaction is open.
 */
export async function execute(db: DbOrTx, statement: Statement, options?: QueryOptions): Promise<unknown[]> {
  if (isTx(db)) return db.execute(statement, options);
  assertNoOpenTransaction();
  return withRetries(() => db.execute(statement, options));
}

/** The schema of a row. It must be a constant of its module, because each schema object is compiled on first use. */
export type RowSchema = TObject | TUnion<TObject[]>;

const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * Check the rows or values of a statement against a schema, and return them.
 * @throws TypeError if a row or value does not match. The message names the statement and the columns, but no values except keys of JSON objects.
 */
function checkAll<S extends TSchema>(schema: S, rows: readonly unknown[], { text }: Statement): Static<S>[] {
  const validator = validatorOf(schema);
  for (const row of rows)
    if (!validator.Check(row)) {
      const problems = validator
        .Errors(row)
        .map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
      throw new TypeError(`A row does not match its schema: ${problems.join(', ')}. Statement: ${text}`);
    }
  return rows as Static<S>[];
}

/**
 * Execute a statement and return its rows. Each row must match the schema, a `Type.Object` of `column`s, but can have
 * more columns.
 * @throws TypeError if a row does not match. Outside a transaction, the statement has taken effect nevertheless.
 */
export async function query<S extends RowSchema>(
  db: DbOrTx,
  schema: S,
  statement: Statement,
  options?: QueryOptions,
): Promise<Static<S>[]> {
  return checkAll(schema, await execute(db, statement, options), statement);
}

/**
 * Return the only row of a statement.
 * @throws Error if there is no row or more than one; TypeError like `query`
 */
export async function queryOne<S extends RowSchema>(
  db: DbOrTx,
  schema: S,
  statement: Statement,
  options?: QueryOptions,
): Promise<Static<S>> {
  return only(await query(db, schema, statement, options));
}

/**
 * Return the first row of a statement, or undefined if there are no rows.
 * @throws TypeError like `query`
 */
export async function queryFirst<S extends RowSchema>(
  db: DbOrTx,
  schema: S,
  statement: Statement,
  options?: QueryOptions,
): Promise<Static<S> | undefined> {
  return (await query(db, schema, statement, options))[0];
}

/** Report whether a statement returns any row. */
export async function queryExists(db: DbOrTx, statement: Statement): Promise<boolean> {
  return (await execute(db, statement)).length > 0;
}

/**
 * Return the first column of every row of a statement. Each value must match the schema.
 * @throws TypeError like `query`
 */
export async function queryValues<S extends TSchema>(
  db: DbOrTx,
  schema: S,
  statement: Statement,
  options?: QueryOptions,
): Promise<Static<S>[]> {
  const rows = await execute(db, statement, options);
  return checkAll(
    schema,
    rows.map((row) => Object.values(row as object)[0]),
    statement,
  );
}

/**
 * Return the first column of the only row of a statement.
 * @throws Error if there is no row or more than one; TypeError like `query`
 */
export async function queryValue<S extends TSchema>(
  db: DbOrTx,
  schema: S,
  statement: Statement,
  options?: QueryOptions,
): Promise<Static<S>> {
  return only(await queryValues(db, schema, statement, options));
}

/**
 * Return the first column of a statement's first row, or undefined if there are no rows.
 * @throws TypeError like `query`
 */
export async function queryFirstValue<S extends TSchema>(
  db: DbOrTx,
  schema: S,
  statement: Statement,
  options?: QueryOptions,
): Promise<Static<S> | undefined> {
  return (await queryValues(db, schema, statement, options))[0];
}

function only<T>(rows: readonly T[]): T {
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}.`);
  return rows[0] as T;
}

/** Report whether an error is a violation of the unique index or unique constraint `name`. */
export function violatesUnique(error: unknown, name: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === name;
}
