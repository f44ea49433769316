import { join, type Sql, sql } from '../db/db.ts';

/**
 * Files to delete for good: all files of a player, or files identified by their keys in the file store or their paths
 * below `/media/`.
 */
export type SelectedFiles = { userId: number } | { files: readonly string[] };

/**
 * An item, such as a photo or a clip, that was deleted with its files. `ownerId` is null if the item belongs to no
 * player. `files` are the keys of its files. For a file that was copied into a report, `files` also contains the path
 * of the original.
 */
export type PurgedItem = { ownerId: number | null; files: readonly string[] };

const SMALLER_SIZE = /\.\d+(?=\.webp$)/;
const BY_ID = /^(\w+)\/([1-9]\d{0,14})(\/thumb)?$/;
const OWNER_IN_KEY = /^(?:photos|avatars)\/([1-9]\d{0,14})-/;

/** Return the key of the full-size version of a photo or avatar. Return other keys unchanged. */
export const fullSizeKey = (key: string): string => key.replace(SMALLER_SIZE, '');

/** Report whether a path below `/media/` addresses a file by its id instead of its key. */
export const isAddressWithId = (path: string): boolean => BY_ID.test(path);

/** Return the id of the player whose photo or avatar has this key. Return null for other keys. */
export function ownerInKey(key: string): number | null {
  const [, id] = OWNER_IN_KEY.exec(key) ?? [];
  return id === undefined ? null : Number(id);
}

/**
 * Build the SQL condition for the rows of a table that refer to one of the selected files.
 * @param folder the folder in the addresses `/media/{folder}/{id}` of the table's files; omitted if the files have no
 * such addresses
 * @param id the id in these addresses, by default the id of the row
 * @param owner the SQL expression for the id of a row's owner
 * @param keys the columns that contain keys or paths of files
 */
export function selectedFilesSql(
  of: SelectedFiles,
  {
    folder,
    id: idColumn = sql`id`,
    owner,
    keys,
  }: { folder?: string; id?: Sql; owner: Sql; keys: readonly Sql[] },
): Sql {
  if ('userId' in of) return sql`${owner} = ${of.userId}`;
  // Rows contain only full-size keys, and only paths without `/thumb`. For the key of a smaller size, also search for
  // the full-size key. For the path of a thumbnail, also search for the path without `/thumb`.
  const names = [...new Set(of.files.flatMap((file) => [file, fullSizeKey(file).replace(/\/thumb$/, '')]))];
  const ids = of.files.flatMap((file) => {
    const [, named, id] = BY_ID.exec(file) ?? [];
    return named === folder && id !== undefined ? [Number(id)] : [];
  });
  const conditions = [
    ...keys.map((key) => sql`${key} = any (${names}::text[])`),
    ...(ids.length > 0 ? [sql`${idColumn} = any (${ids}::bigint[])`] : []),
  ];
  return sql`(${join(conditions, ' or ')})`;
}
