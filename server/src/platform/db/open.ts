import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Config, DATABASE_DEFAULTS } from '../config.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { lockDataDir } from './data-dir.ts';
import { type Db, isPlanOld, outsideGuard, preparedName, runAlone, type Senders, sendBy } from './db.ts';
import { Lanes } from './lanes.ts';
import { readTime } from './times.ts';

export type Database = {
  db: Db;
  /** One of the two, whichever the site runs on. */
  pglite: PGlite | null;
  pool: pg.Pool | null;
  /** How many calls wait for a connection at this moment. */
  waiting(): number;
  /** Send a statement that reads nothing. Reject if the database does not answer, or has no connection to give. */
  ping(): Promise<void>;
  /** Does what goes over all rows there are: without limits of time and, on PostgreSQL, on connections of its own. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** What the driver itself would read as a text, or slowly. */
const READERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, readTime],
]);

/** The share of them that all reads of fixed texts have together. */
const OF_LANES = 1 / 4;
type Settings = { [Name in keyof typeof DATABASE_DEFAULTS]: number };
/** How long a request waits for a connection. */
const CONNECT_MS = 5_000;
/** A database that is frozen does not time out by itself: this much later its connection is given up. */
const GRACE_MS = 2_000;
/**
 * What the embedded database keeps of its pages. All of it is written when it is opened, which of PostgreSQL's own 128 MB
 * took longer than all the rest; what is not in there comes from the system's cache.
 */
const EMBEDDED_BUFFERS = '16MB';
const PATIENT: Settings = { databasePool: 2, databaseTimeoutMs: 0 };

/**
 * Opens the embedded database under `DATA_DIR`, or a pool on `DATABASE_URL`.
 * @param compiled parts of the embedded one, where a process opens many and is not to make them each time
 * @throws DataDirError when another process holds the folder, or its format is another.
 */
export async function openDatabase(
  { databaseUrl, dataDir, ...settings }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Settings>,
  compiled: PGliteOptions = {},
): Promise<Database> {
  return databaseUrl ? openPool(databaseUrl, settings) : openEmbedded(dataDir, compiled);
}

// On a connection of its own: a node that has none to give is not ready.
const ping = async (db: Db): Promise<void> => void (await runAlone(db, 'select 1', []));

/** How long a connection waits for a database that may be gone, where a statement may take so long (ms); 0 is no end. */
export const limitsOf = (timeoutMs: number) =>
  ({
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs && timeoutMs + GRACE_MS,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
  }) satisfies pg.PoolConfig;

/** Opens a pool; its connections are made when they are needed. A timeout of 0 is none. */
export function openPool(connectionString: string, settings: Partial<Settings> = {}): Database {
  const { databasePool, databaseTimeoutMs } = { ...DATABASE_DEFAULTS, ...settings };
  const pool = new pg.Pool({
    connectionString,
    max: databasePool,
    pipeline: true,
    ...limitsOf(databaseTimeoutMs),
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
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }).withPlugin(outsideGuard);
  const lanes = new Lanes(pool, Math.floor(databasePool * OF_LANES));
  const alone = async (text: string, parameters: unknown[]): Promise<unknown[]> => {
    const client = await pool.connect();
    try {
      return (await client.query(text, parameters)).rows;
    } finally {
      client.release();
    }
  };
  const straight: Senders['straight'] = async (text, parameters, isQuick) => {
    const name = preparedName(text);
    const send = async () =>
      (isQuick ? await lanes.read(text, parameters) : undefined) ?? alone(text, parameters);
    return send().catch((error) => {
      if (isPlanOld(error, text, name)) return send();
      throw error;
    });
  };
  const atOnce: Senders['atOnce'] = async (statements) => {
    const client = await pool.connect();
    // Each waits for those before it, and each of those may take its time.
    const patience = databaseTimeoutMs && (statements.length + 2) * databaseTimeoutMs + GRACE_MS;
    const send = (text: string, parameters: readonly unknown[] = []) =>
      (client.query as SendPatiently)(text, [...parameters], patience);
    try {
      const { stream } = client.connection;
      stream.cork();
      const answers = [
        send('begin'),
        ...statements.map(({ text, parameters }) => send(text, parameters)),
        send('commit'),
      ];
      stream.uncork();
      // All, before somebody else gets the connection: those after one that fails fail too.
      await Promise.allSettled(answers);
      return (await Promise.all(answers)).slice(1, -1).map(({ rows }) => rows);
    } finally {
      client.release();
    }
  };
  sendBy(db, { straight, atOnce });
  return {
    db,
    pglite: null,
    pool,
    waiting: () => pool.waitingCount + lanes.waiting,
    ping: () => ping(db),
    patiently: (work) => {
      const patient = openPool(connectionString, PATIENT);
      return work(patient.db).finally(patient.close);
    },
    close: async () => {
      lanes.close();
      await db.destroy();
      // Of a pool that Kysely was not asked for, it knows nothing.
      if (!pool.ending) await pool.end();
    },
  };
}

/** @param patience in ms, until the connection is given up; 0 for no end, as where it is not told its usual one */
type SendPatiently = (text: string, values: unknown[], patience: number) => Promise<{ rows: unknown[] }>;

/**
 * Kysely sends every statement unnamed; those that are to be prepared get their name here. A connection that did not
 * answer in time is ended: its transaction may still be open, and who got it next would be in there. BEGIN goes
 * out with the first statement of its transaction, which saves a way there and back. That it fails and the connection
 * lives would take somebody who cancels just it; then that statement fails with it, and the connection is ended.
 */
function prepare(client: pg.PoolClient): void {
  const { prototype } = pg.Client as unknown as { prototype: { query(...values: unknown[]): unknown } };
  // Looked up at each call, so that a test can listen to every connection.
  const query = (...values: unknown[]): unknown => prototype.query.apply(client, values);
  const giveUp = () => void client.end().catch(() => {});
  let beginning = false;
  const first = (text: unknown, ...rest: unknown[]): unknown => {
    if (text === 'begin') {
      beginning = true;
      return Promise.resolve({ command: 'BEGIN', rows: [] });
    }
    if (!beginning) return named(text, ...rest);
    beginning = false;
    const { stream } = client.connection;
    stream.cork();
    const begun = query('begin') as Promise<unknown>;
    const answer = named(text, ...rest) as Promise<unknown>;
    stream.uncork();
    begun.catch(giveUp);
    answer.catch(() => {});
    return begun.then(() => answer);
  };
  const named = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    const [patience] = rest;
    const answer =
      typeof patience === 'number'
        ? query({ name, text, values, query_timeout: patience })
        : name === undefined
          ? query(text, values, ...rest)
          : query({ name, text, values }, ...rest);
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') giveUp();
        else if (typeof text === 'string') isPlanOld(error, text, name);
      });
    return answer;
  };
  client.query = first as typeof client.query;
}

async function openEmbedded(dataDir: string, compiled: PGliteOptions): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  const folder = path.join(dataDir, 'postgres');
  makePrivateFolder(folder);
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${EMBEDDED_BUFFERS}`];
  const database = embedded(await PGlite.create(folder, { ...compiled, startParams }));
  return { ...database, close: () => database.close().then(unlock) };
}

function embedded(pglite: PGlite): Database {
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) }).withPlugin(outsideGuard);
  return {
    db,
    pglite,
    pool: null,
    waiting: () => 0,
    ping: () => ping(db),
    patiently: (work) => work(db),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
