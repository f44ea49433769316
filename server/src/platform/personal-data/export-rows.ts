import { extname } from 'node:path';
import Type, { type Static, type TInteger, type TObject } from 'typebox';
import { column } from '../db/columns.ts';
import { type DbOrTx, identifier, query, type Sql, sql } from '../db/db.ts';

/**
 * The sections of a data export by name. Each section becomes a separate JSON file that lists the section's objects.
 */
export type ExportSections = Record<string, AsyncIterable<object>>;
/** A stored file of the player: its storage key, and its name in the export. */
export type ExportFile = { name: string; key: string };

/**
 * Returns a statement that selects at most `limit` rows whose `id` is greater than `afterId`, in ascending order of
 * `id`.
 */
export type BatchStatement = (afterId: number, limit: number) => Sql;

const BATCH_SIZE = 500;

/**
 * Yield all rows of a statement. They are read in batches while the caller consumes them. The schema describes only the
 * columns that the caller reads. The yielded rows have all columns.
 */
export async function* queryInBatches<Row extends TObject<{ id: TInteger }>>(
  db: DbOrTx,
  schema: Row,
  statementFor: BatchStatement,
): AsyncGenerator<Static<Row>> {
  for (let last = 0; ; ) {
    const rows = await query(db, schema, statementFor(last, BATCH_SIZE));
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    // The type of the rows depends on a type parameter, so TypeScript does not know that they have an id.
    last = (rows.at(-1) as { id: number }).id;
  }
}

const RowWithId = Type.Object({ id: column.integer });

/** Yield all rows of a statement, to be exported unchanged. */
export const exportInBatches = (db: DbOrTx, statementFor: BatchStatement): AsyncGenerator<object> =>
  queryInBatches(db, RowWithId, statementFor);

/**
 * Yield a player's likes or views. `table` is the table with the likes or views, and `subjectColumn` is its
 * column with the id of the liked or viewed content.
 */
export const exportLikes = (
  db: DbOrTx,
  table: string,
  subjectColumn: string,
  userId: number,
): AsyncGenerator<object> => {
  const [likes, subjectId] = [identifier(table), identifier(subjectColumn)];
  return exportInBatches(
    db,
    (afterId, limit) => sql`
      select ${subjectId} as id, created_at as "createdAt" from ${likes}
      where user_id = ${userId} and ${subjectId} > ${afterId} order by ${subjectId} limit ${limit}`,
  );
};

/** A row with any columns. */
const AnyRow = Type.Object({});

/**
 * Yield the rows of a statement, for a section with few rows. The statement is executed when the first row is
 * consumed.
 */
export async function* readAll(db: DbOrTx, statement: Sql): AsyncGenerator<object> {
  yield* await query(db, AnyRow, statement);
}

const StoredFile = Type.Object({ id: column.integer, file_key: column.text });

/**
 * Yield a player's stored files. In the export, each file is in `folder` and has the id of its row as its
 * name.
 * @param statementFor returns the statements for `queryInBatches`; their rows must also have the column
 * `file_key`
 */
export async function* exportFilesIn(
  folder: string,
  db: DbOrTx,
  statementFor: BatchStatement,
): AsyncGenerator<ExportFile> {
  for await (const { id, file_key: key } of queryInBatches(db, StoredFile, statementFor))
    yield { name: `${folder}/${id}${extname(key)}`, key };
}
