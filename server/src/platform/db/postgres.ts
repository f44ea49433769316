import pg from 'pg';
import { type Connection, type Db, isPlanOutdated, type QueryOptions, type Statement } from './db.ts';
import { hooked, type QueryHooks } from './hooks.ts';

/** Time limit in ms for getting a connection. */
const CONNECT_MS = 5_000;
/**
 * Time in ms after the statement timeout at which the driver stops waiting for a response. The driver needs its own
 * time limit, because a hung database does not enforce the statement timeout.
 */
const GRACE_MS = 2_000;
/** Maximum number of prepared statements per connection. Statements beyond this number are planned on every call. */
const MAX_PREPARED = 1_000;

/**
 * Return connection settings with a statement timeout of `timeoutMs`, where 0 means no timeout. The settings include a
 * date format that the driver can parse, in case the database has another default format.
 */
export const connectionSettings = (timeoutMs: number) =>
  ({
    keepAlive: true,
    options: '-c DateStyle=ISO -c TimeZone=UTC',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs && timeoutMs + GRACE_MS,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
  }) satisfies pg.PoolConfig;

/** Create a pool of at most `max` connections, which are opened on demand. */
export function createPool(
  connectionString: string,
  { max, timeoutMs }: { max: number; timeoutMs: number },
): pg.Pool {
  const types = new pg.TypeOverrides();
  // Return bigint values as numbers instead of strings, because ids and counts stay below 2^53.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString,
    max,
    ...connectionSettings(timeoutMs),
    // A request that may wait long for a statement may also wait long for a connection.
    connectionTimeoutMillis: Math.max(CONNECT_MS, timeoutMs / 2),
    application_name: 'rivalhold',
    types,
  });
  // Without these handlers, a lost connection would end the process. They can ignore the error: the statement on the
  // lost connection fails anyway, and the pool opens a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Return a `Db` that uses a pool of connections to PostgreSQL. */
export function postgresDb(pool: pg.Pool, hooks: QueryHooks): Db {
  const names = new StatementNames();
  const withConnection = async <T>(work: (connection: PooledConnection) => Promise<T>): Promise<T> => {
    const connection = new PooledConnection(await pool.connect(), names, hooks);
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };
  return {
    execute: (statement, options) => withConnection((connection) => connection.execute(statement, options)),
    inTransaction: (work) => withConnection((connection) => connection.inTransaction(work)),
  };
}

/** A connection that is checked out of the pool. */
class PooledConnection implements Connection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #hooks: QueryHooks;
  /**
   * True if a statement got no response. The connection must then not be reused, because it might still be busy with
   * the statement.
   */
  #isBroken = false;

  constructor(client: pg.PoolClient, names: StatementNames, hooks: QueryHooks) {
    this.#client = client;
    this.#names = names;
    this.#hooks = hooks;
  }

  async execute(statement: Statement, { prepare = true }: QueryOptions = {}): Promise<object[]> {
    const { text, values } = statement;
    const name = prepare ? this.#names.nameOf(text) : undefined;
    // The extended query protocol rejects a query string that contains multiple commands. Without `queryMode`, the
    // driver would use the simple protocol for statements without values. The simple protocol runs every command in the
    // string.
    const config = { ...(name && { name }), text, values: [...values], queryMode: 'extended' };
    try {
      return (await this.#send(statement, config)).rows;
    } catch (error) {
      if (name && isPlanOutdated(error)) this.#names.renew(text, name);
      throw error;
    }
  }

  async executeScript(text: string): Promise<void> {
    await this.#send({ text, values: [] }, { text });
  }

  async inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const control = (text: string) => this.#send({ text, values: [] }, { text });
    try {
      await control('begin');
      const result = await work({
        execute: (statement, options) => this.execute(statement, options),
        executeScript: (text) => this.executeScript(text),
      });
      const { command } = await control('commit');
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back, because a statement failed.');
      return result;
    } catch (error) {
      if (!this.#isBroken) await control('rollback').catch(() => {});
      throw error;
    }
  }

  async #send(statement: Statement, config: pg.QueryConfig): Promise<pg.QueryResult<object>> {
    try {
      return await hooked(this.#hooks, statement, () => this.#client.query(config));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#isBroken = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

/** Names of prepared statements. The same statement text has the same name on every connection. */
class StatementNames {
  readonly #names = new Map<string, string>();
  #count = 0;

  /** Return the name for a query string. Return undefined for a new string if the maximum number is reached. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_PREPARED) return known;
    const name = `rivalhold_${this.#count++}`;
    this.#names.set(text, name);
    return name;
  }

  /**
   * Rename all statements, so that every connection plans them again. Do nothing if another call has already renamed
   * them.
   * @param text a statement whose plan is outdated
   * @param outdated the name that `text` had when it failed
   */
  renew(text: string, outdated: string): void {
    if (this.#names.get(text) === outdated) this.#names.clear();
  }
}
