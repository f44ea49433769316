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

/** A source of rows: a backup or another database. */
export type RowSource = {
  migrations: readonly string[];
  tables: readonly Pick<TableInfo, 'name' | 'columns'>[];
  sequences: () => Promise<readonly SequenceValue[]>;
  /** Call `use` with each batch of a table's lines, and return the checksum of all lines. */
  forEachBatch: (name: string, use: (lines: string[]) => Promise<void>) => Promise<Checksum>;
};

/**
 * Throw unless this version can upgrade a database that has these migrations.
 * @throws AppError `conflict` if there are no migrations, or unknown ones, for example from a newer version.
 */
export function assertKnownMigrations(migrations: readonly string[], ofThisVersion: Migrations): void {
  const known = Object.keys(ofThisVersion).sort();
  if (migrations.length === 0)
    throw new AppError('conflict', 'The data contains no list of migrations, so it cannot be loaded.');
  const unknown = migrations.find((name, n) => name !== known[n]);
  if (unknown !== undefined)
    throw new AppError(
      'conflict',
      `The data contains the unknown migration ${unknown}. It is probably from a newer version of Rivalhold: use that version.`,
    );
}

/** Throw AppError `conflict` if the database is not empty. */
export async function assertEmptyDatabase(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw new AppError(
    'conflict',
    'The database is not empty, so nothing was changed. Use an empty database (DATABASE_URL, or another DATA_DIR).',
  );
}

/**
 * Fill an empty database in the open transaction: create the tables as in the source's version, insert the source's
 * rows, compare the stored rows with the source by their checksums, and migrate to this version.
 * @returns the checksums of all tables, before the migration
 * @throws AppError `conflict` if the columns or the stored rows differ from the source.
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

/**
 * Open a database without timeouts, and run `work`. Meanwhile, no node can start on the database.
 * @throws NodeError or DataDirError if a node is running on it.
 */
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
