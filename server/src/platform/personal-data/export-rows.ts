import { extname } from 'node:path';
import { type DbOrTx, run } from '../db/db.ts';

/** What a player may take along of one part of the site: each name becomes a file of the copy, each thing a row of it. */
export type ExportSections = Record<string, AsyncIterable<object>>;
/** A stored file of a player's own, under the name it gets in the copy. */
export type ExportFile = { name: string; key: string };

const BATCH_SIZE = 500;

/**
 * Reads what may be very much bit by bit, when it is asked for: a statement for each 500 rows.
 * @param text a fixed text that selects rows with their `id`, of the player `$1`, behind `$2`, by `id`, at most `$3`
 */
export async function* readInBatches<Row extends { id: number }>(
  db: DbOrTx,
  text: string,
  ofId: number,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const rows = await run<Row>(db, text, [ofId, last, BATCH_SIZE]);
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = (rows.at(-1) as Row).id;
  }
}

/** What a player liked: each by the `column` that names it in a table of likes. Both are fixed names. */
export const exportLikes = (
  db: DbOrTx,
  table: string,
  column: string,
  userId: number,
): AsyncGenerator<object> =>
  readInBatches(
    db,
    `select ${column} as id, created_at as "createdAt" from ${table}
     where user_id = $1 and ${column} > $2 order by ${column} limit $3`,
    userId,
  );

/** Reads what there is little of, when it is asked for. */
export async function* readAll(db: DbOrTx, text: string, userId: number): AsyncGenerator<object> {
  yield* await run<object>(db, text, [userId]);
}

/**
 * A player's own files, each named by its row within `folder` of the copy.
 * @param text as `bitByBit` takes it, of rows with their `file_key` too
 */
export async function* exportFilesIn(
  folder: string,
  db: DbOrTx,
  text: string,
  userId: number,
): AsyncGenerator<ExportFile> {
  for await (const { id, file_key: key } of readInBatches<{ id: number; file_key: string }>(db, text, userId))
    yield { name: `${folder}/${id}${extname(key)}`, key };
}
