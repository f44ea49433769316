import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { lockDataDir } from './data-dir.ts';
import { type Db, outsideGuard, preparedName, sendStraight } from './db.ts';
import type { Schema } from './schema.ts';
import { readTime } from './times.ts';

export type Database = {
  db: Db;
  /** One of the two, whichever the site runs on. */
  pglite: PGlite | null;
  pool: pg.Pool | null;
  close(): Promise<void>;
};

/** What the driver itself would read as a text, or slowly. */
const READERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, readTime],
]);

/**
 * Opens the embedded database under `DATA_DIR`, or a pool on `DATABASE_URL`.
 * @throws DataDirError when another process holds the folder, or its format is another.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  return config.databaseUrl ? openPool(config.databaseUrl) : openEmbedded(config.dataDir);
}

function openPool(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 20_000,
    application_name: 'rivalhold',
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        READERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that breaks, idle or between two statements, must not end the process: the next query fails or takes
  // a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    prepare(client);
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }).withPlugin(outsideGuard);
  sendStraight(db, async (text, parameters) => {
    const client = await pool.connect();
    try {
      return (await client.query(text, parameters)).rows;
    } finally {
      client.release();
    }
  });
  return { db, pglite: null, pool, close: () => db.destroy() };
}

/** Kysely sends every statement unnamed; those that are to be prepared get their name here. */
function prepare(client: pg.PoolClient): void {
  const { prototype } = pg.Client as unknown as { prototype: { query(...values: unknown[]): unknown } };
  // Looked up at each call, so that a test can listen to every connection.
  const query = (...values: unknown[]): unknown => prototype.query.apply(client, values);
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}

async function openEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  const folder = path.join(dataDir, 'postgres');
  makePrivateFolder(folder);
  const database = embedded(await PGlite.create(folder));
  return { ...database, close: () => database.close().then(unlock) };
}

function embedded(pglite: PGlite): Database {
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) }).withPlugin(outsideGuard);
  return {
    db,
    pglite,
    pool: null,
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
