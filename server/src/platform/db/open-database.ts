import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type pg from 'pg';
import { type Config, DATABASE_DEFAULTS } from '../config.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { lockDataDir } from './data-dir.ts';
import { type Db, execute, sql } from './db.ts';
import { embeddedDb } from './embedded.ts';
import type { QueryHooks } from './hooks.ts';
import { createPool, postgresDb } from './postgres.ts';

export type Database = {
  db: Db;
  /** Driver object of the embedded database. Null if the database is PostgreSQL. */
  pglite: PGlite | null;
  pool: pg.Pool | null;
  /** Callbacks for each statement. They are also called for statements in `withoutTimeouts`. */
  hooks: QueryHooks;
  /** Execute a trivial statement. Reject if the database does not respond or no connection is free. */
  ping(): Promise<void>;
  /** Run a long operation on many rows without timeouts. With PostgreSQL, this uses separate connections. */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type PoolSettings = { [Name in keyof typeof DATABASE_DEFAULTS]: number };
const WITHOUT_TIMEOUTS: PoolSettings = { databasePool: 2, databaseTimeoutMs: 0 };

/**
 * Size of the embedded database's page cache. The whole cache is written when the database opens. With PostgreSQL's
 * default of 128 MB, writing it would take longer than the rest of the start. A small cache is enough, because the
 * operating system caches further pages.
 */
const EMBEDDED_BUFFERS = '16MB';

/**
 * Open a connection pool for `DATABASE_URL`. If it is not set, open the embedded database under `DATA_DIR`.
 * @param compiled the compiled code of the embedded database, for processes that open many databases
 * @throws DataDirError if another process uses the folder, or if the folder has the format of another version
 */
export async function openDatabase(
  { databaseUrl, dataDir, ...settings }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<PoolSettings>,
  { compiled = {}, hooks = {} }: { compiled?: PGliteOptions; hooks?: QueryHooks } = {},
): Promise<Database> {
  return databaseUrl ? openPool(databaseUrl, settings, hooks) : openEmbedded(dataDir, compiled, hooks);
}

/** Open a pool of connections to PostgreSQL. A timeout of 0 means no timeout. */
export function openPool(
  connectionString: string,
  settings: Partial<PoolSettings> = {},
  hooks: QueryHooks = {},
): Database {
  const { databasePool, databaseTimeoutMs } = { ...DATABASE_DEFAULTS, ...settings };
  const pool = createPool(connectionString, { max: databasePool, timeoutMs: databaseTimeoutMs });
  const db = postgresDb(pool, hooks);
  return {
    db,
    pglite: null,
    pool,
    hooks,
    ping: () => ping(db),
    withoutTimeouts: (work) => {
      const own = openPool(connectionString, WITHOUT_TIMEOUTS, hooks);
      return work(own.db).finally(own.close);
    },
    close: () => pool.end(),
  };
}

const ping = async (db: Db): Promise<void> => void (await execute(db, sql`select 1`));

async function openEmbedded(dataDir: string, compiled: PGliteOptions, hooks: QueryHooks): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  const folder = path.join(dataDir, 'postgres');
  makePrivateFolder(folder);
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${EMBEDDED_BUFFERS}`];
  const pglite = await PGlite.create(folder, { ...compiled, startParams });
  const db = embeddedDb(pglite, hooks);
  return {
    db,
    pglite,
    pool: null,
    hooks,
    ping: () => ping(db),
    withoutTimeouts: (work) => work(db),
    close: async () => {
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}
