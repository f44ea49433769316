import { join, type Sql, sql } from '../db/db.ts';

/**
 * Files to delete for good: all files of a player, or one file by its key in the file store or its path below `/media/`.
 */
export type SelectedFiles = { userId: number } | { file: string };

const SMALLER_SIZE = /\.\d+(?=\.webp$)/;
const BY_ID = /^(\w+)\/([1-9]\d{0,14})(\/thumb)?$/;

/**
 * Build the condition for the rows of a table that have one of the selected files.
 * @param folder the folder of the table's files below `/media/`, if they have addresses with ids
 * @param owner the owner of a row
 * @param keys the columns with keys of files
 */
export function selectedFilesSql(
  of: SelectedFiles,
  { folder, owner, keys }: { folder?: string; owner: Sql; keys: readonly Sql[] },
): Sql {
  if ('userId' in of) return sql`${owner} = ${of.userId}`;
  const [, named, id] = BY_ID.exec(of.file) ?? [];
  const isNumbered = folder !== undefined && named === folder;
  // Photos and avatars are stored in several sizes. The row contains the key of the full size.
  const names = [...new Set([of.file, of.file.replace(SMALLER_SIZE, '')])];
  const hasKey = join(
    keys.map((key) => sql`${key} = any (${names}::text[])`),
    ' or ',
  );
  return isNumbered ? sql`id = ${Number(id)}` : sql`(${hasKey})`;
}
