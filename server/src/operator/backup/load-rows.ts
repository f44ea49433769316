import { acquireNodeLock } from '../../platform/cluster/node-lock.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type Migrations, migrate } from '../../platform/db/migrate.ts';
import { type Database, openDatabase } from '../../platform/db/open-database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Checksum, checksumOf, differingTables } from './checksums.ts';
import {
  isEmpty,
  type SequenceValue,
  setSequences,
  storeLines,
  type TableInfo,
  tablesOf,
  withConstraintsDropped,
} from './queries.ts';

/** Where rows come from: a backup, or another database. */
export type RowSource = {
  migrations: readonly string[];
  tables: readonly Pick<TableInfo, 'name' | 'columns'>[];
  sequences: () => Promise<readonly SequenceValue[]>;
  /** Hands on the lines of a table, and answers their sum. */
  forEachBatch: (name: string, use: (lines: string[]) => Promise<void>) => Promise<Checksum>;
};

/**
 * Whether this version can bring a database up from these migrations.
 * @throws AppError conflict for those of a newer version, or of another software.
 */
export function assertKnownMigrations(migrations: readonly string[], ofThisVersion: Migrations): void {
  const known = Object.keys(ofThisVersion).sort();
  if (migrations.length > 0 && migrations.every((name, n) => name === known[n])) return;
  const unknown = migrations.find((name, n) => name !== known[n]) ?? 'an empty list of migrations';
  throw new AppError(
    'conflict',
    `The data is from a newer version of Rivalhold: this version does not know ${unknown}. Use the newer version.`,
  );
}

/** @throws AppError conflict when something stands in the database. */
export async function assertEmptyDatabase(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw new AppError(
    'conflict',
    'The database is not empty, so nothing was changed. Use an empty one (DATABASE_URL, or another DATA_DIR).',
  );
}

/**
 * Fills an empty database inside a transaction: makes the tables as they were when the rows were read, stores them,
 * holds what is stored to what was read, and brings all of it up to this version.
 * @returns the sums of all tables.
 * @throws AppError conflict when what is stored differs.
 */
export async function loadRows(
  tx: Tx,
  source: RowSource,
  migrations: Migrations,
): Promise<Map<string, Checksum>> {
  await migrate(tx, { upTo: source.migrations.at(-1), migrations });
  const tables = await tablesOf(tx);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const due = new Map<string, Checksum>();
  await withConstraintsDropped(tx, tables, async () => {
    for (const { name, columns } of source.tables) {
      const table = byName.get(name);
      if (!table || JSON.stringify(table.columns) !== JSON.stringify(columns))
        throw new AppError('conflict', `The columns of the table ${name} do not match this version.`);
      due.set(name, await source.forEachBatch(name, (lines) => storeLines(tx, table, lines)));
    }
  });
  await setSequences(tx, await source.sequences());
  const stored = new Map<string, Checksum>();
  for (const name of due.keys()) stored.set(name, await checksumOf(tx, byName.get(name) as TableInfo));
  const wrong = differingTables(due, stored);
  if (wrong.length > 0)
    throw new AppError(
      'conflict',
      `The stored rows differ from the source in these tables: ${wrong.join(', ')}.`,
    );
  await migrate(tx, { migrations });
  return stored;
}

/** Opens a database for `work` alone, which may take its time: no node runs on it meanwhile. */
export async function withExclusiveDatabase<T>(
  config: Parameters<typeof openDatabase>[0],
  log: Parameters<typeof acquireNodeLock>[1]['log'],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...config, databaseTimeoutMs: 0 });
  try {
    const node = await acquireNodeLock(database, { shared: false, log });
    return await work(database).finally(() => node.release());
  } finally {
    await database.close();
  }
}
