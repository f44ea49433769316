import { type DbOrTx, execute, type QueryOptions, type Statement } from '../platform/db/db.ts';

// Query functions for tests. They do not check rows, because the tests compare the rows with expected values.

/** Return the rows of a statement. */
export async function query<Row>(db: DbOrTx, statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return (await execute(db, statement, options)) as Row[];
}

/**
 * Return the only row of a statement.
 * @throws Error if there is no row or more than one
 */
export async function queryOne<Row>(db: DbOrTx, statement: Statement): Promise<Row> {
  const rows = await query<Row>(db, statement);
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}.`);
  return rows[0] as Row;
}

/** Return the first row of a statement, or undefined if there are no rows. */
export async function queryFirst<Row>(db: DbOrTx, statement: Statement): Promise<Row | undefined> {
  return (await query<Row>(db, statement))[0];
}

/** Return the first column of every row of a statement. */
export async function queryValues<Value>(db: DbOrTx, statement: Statement): Promise<Value[]> {
  return (await query<Record<string, Value>>(db, statement)).map(firstColumn);
}

/**
 * Return the first column of the only row of a statement.
 * @throws Error if there is no row or more than one
 */
export async function queryValue<Value>(db: DbOrTx, statement: Statement): Promise<Value> {
  return firstColumn(await queryOne<Record<string, Value>>(db, statement));
}

/** Return the first column of a statement's first row, or undefined if there are no rows. */
export async function queryFirstValue<Value>(db: DbOrTx, statement: Statement): Promise<Value | undefined> {
  return (await queryValues<Value>(db, statement))[0];
}

const firstColumn = <Value>(row: Record<string, Value>): Value => Object.values(row)[0] as Value;
