import { join, type Sql, sql } from '../db/db.ts';

/**
 * Files to delete for good: all files of a player, or files by their keys in the file store or their paths below
 * `/media/`.
 */
export type SelectedFiles = { userId: number } | { files: readonly string[] };

/**
 * An item that was deleted with its files. `ownerId` is null if it belongs to no player. `files` are the keys of its
 * files, and for a copy also the path of the original.
 */
export type PurgedItem = { ownerId: number | null; files: readonly string[] };

const SMALLER_SIZE = /\.\d+(?=\.webp$)/;
const BY_ID = /^(\w+)\/([1-9]\d{0,14})(\/thumb)?$/;

/** Return the key of the full size of a photo or avatar, which is stored in several sizes; other keys unchanged. */
export const fullSizeKey = (key: string): string => key.replace(SMALLER_SIZE, '');

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
  // Rows of photos and avatars contain the key of the full size.
  const names = [...new Set(of.files.flatMap((file) => [file, fullSizeKey(file)]))];
  const ids = of.files.flatMap((file) => {
    const [, named, id] = BY_ID.exec(file) ?? [];
    return named === folder && id !== undefined ? [Number(id)] : [];
  });
  const conditions = [
    ...keys.map((key) => sql`${key} = any (${names}::text[])`),
    ...(ids.length > 0 ? [sql`id = any (${ids}::bigint[])`] : []),
  ];
  return sql`(${join(conditions, ' or ')})`;
}
