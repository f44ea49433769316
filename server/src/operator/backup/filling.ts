import { claimNode } from '../../platform/cluster/node-lock.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type Migrations, migrate } from '../../platform/db/migrate.ts';
import { type Database, openDatabase } from '../../platform/db/open.ts';
import { AppError } from '../../platform/errors.ts';
import {
  isEmpty,
  type Sequence,
  setSequences,
  storeLines,
  type Table,
  tablesOf,
  whileFilled,
} from './queries.ts';
import { differing, type Sum, sumOf } from './rows.ts';

/** Where rows come from: a backup, or another database. */
export type Source = {
  migrations: readonly string[];
  tables: readonly Pick<Table, 'name' | 'columns'>[];
  sequences: () => Promise<readonly Sequence[]>;
  /** Hands on the lines of a table, and answers their sum. */
  read: (name: string, use: (lines: string[]) => Promise<void>) => Promise<Sum>;
};

/**
 * Whether this version can bring a database up from these migrations.
 * @throws AppError conflict for those of a newer version, or of another software.
 */
export function checkMigrations(migrations: readonly string[], ofThisVersion: Migrations): void {
  const known = Object.keys(ofThisVersion).sort();
  if (migrations.length > 0 && migrations.every((name, n) => name === known[n])) return;
  const unknown = migrations.find((name, n) => name !== known[n]) ?? 'no migration at all';
  throw new AppError(
    'conflict',
    `These data are of a newer version of Rivalhold: this one does not know ${unknown}. Use that version.`,
  );
}

/** @throws AppError conflict when something stands in the database. */
export async function checkEmpty(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw new AppError(
    'conflict',
    'The database is not empty, and nothing is overwritten. Name an empty one (DATABASE_URL, or another DATA_DIR).',
  );
}

/**
 * Fills an empty database inside a transaction: makes the tables as they were when the rows were read, stores them,
 * holds what is stored to what was read, and brings all of it up to this version.
 * @returns the sums of all tables.
 * @throws AppError conflict when what is stored differs.
 */
export async function fill(tx: Tx, source: Source, migrations: Migrations): Promise<Map<string, Sum>> {
  await migrate(tx, { upTo: source.migrations.at(-1), migrations });
  const tables = await tablesOf(tx);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const due = new Map<string, Sum>();
  await whileFilled(tx, tables, async () => {
    for (const { name, columns } of source.tables) {
      const table = byName.get(name);
      if (!table || JSON.stringify(table.columns) !== JSON.stringify(columns))
        throw new AppError('conflict', `The table ${name} is not what this version makes of it.`);
      due.set(name, await source.read(name, (lines) => storeLines(tx, table, lines)));
    }
  });
  await setSequences(tx, await source.sequences());
  const stored = new Map<string, Sum>();
  for (const name of due.keys()) stored.set(name, await sumOf(tx, byName.get(name) as Table));
  const wrong = differing(due, stored);
  if (wrong.length > 0)
    throw new AppError('conflict', `What was stored is not what was read: ${wrong.join(', ')}.`);
  await migrate(tx, { migrations });
  return stored;
}

/** Opens a database for `work` alone, which may take its time: no node runs on it meanwhile. */
export async function withDatabase<T>(
  config: Parameters<typeof openDatabase>[0],
  log: Parameters<typeof claimNode>[1]['log'],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...config, databaseTimeoutMs: 0 });
  try {
    const node = await claimNode(database, { shared: false, log });
    return await work(database).finally(() => node.release());
  } finally {
    await database.close();
  }
}
