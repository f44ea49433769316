import { extname } from 'node:path';
import { type DbOrTx, identifier, query, type Sql, sql } from '../db/db.ts';

/** The parts of a data export by name: each becomes a file, each object a row of it. */
export type ExportSections = Record<string, AsyncIterable<object>>;
/** A stored file of the player, with its name in the export. */
export type ExportFile = { name: string; key: string };

/** A statement that selects rows with their `id`: those after `afterId`, in the order of their ids, at most `limit`. */
export type BatchStatement = (afterId: number, limit: number) => Sql;

const BATCH_SIZE = 500;

/** Read rows in batches, one statement for each, as they are consumed. */
export async function* readInBatches<Row extends { id: number }>(
  db: DbOrTx,
  statementFor: BatchStatement,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const rows = await query<Row>(db, statementFor(last, BATCH_SIZE));
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = (rows.at(-1) as Row).id;
  }
}

/** Return the rows of likes by a player. `table` is a table of likes, `column` the column with the liked row. */
export const exportLikes = (
  db: DbOrTx,
  table: string,
  column: string,
  userId: number,
): AsyncGenerator<object> => {
  const [likes, subjectId] = [identifier(table), identifier(column)];
  return readInBatches(
    db,
    (afterId, limit) => sql`
      select ${subjectId} as id, created_at as "createdAt" from ${likes}
      where user_id = ${userId} and ${subjectId} > ${afterId} order by ${subjectId} limit ${limit}`,
  );
};

/** Read all rows of a statement when they are consumed, for a section with few rows. */
export async function* readAll(db: DbOrTx, statement: Sql): AsyncGenerator<object> {
  yield* await query<object>(db, statement);
}

/**
 * Return a player's stored files, each named by its row in `folder`.
 * @param statementFor as for `readInBatches`, with the column `file_key`
 */
export async function* exportFilesIn(
  folder: string,
  db: DbOrTx,
  statementFor: BatchStatement,
): AsyncGenerator<ExportFile> {
  for await (const { id, file_key: key } of readInBatches<{ id: number; file_key: string }>(db, statementFor))
    yield { name: `${folder}/${id}${extname(key)}`, key };
}
