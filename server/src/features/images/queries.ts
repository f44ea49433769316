import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { type SelectedFiles, selectedFilesSql } from '../../platform/personal-data/selected-files.ts';

/**
 * The result of fetching an image from another site. If the image could not be fetched, `file_key` is null. If the
 * image is blocked, `file_key` is null and `fetched_at` is `BLOCKED_UNTIL`.
 */
const ExternalImage = Type.Object({ file_key: Nullable(column.text), fetched_at: column.date });
export type ExternalImage = Static<typeof ExternalImage>;

const BLOCKED_UNTIL = new Date('9999-01-01');

/**
 * Clear the file keys of the external images that have the selected files, prevent these images from being fetched
 * again, and return the keys. If the files are selected by their owner, do nothing, because external images have no
 * owner.
 */
export const blockSelectedImages = (tx: Tx, of: SelectedFiles): Promise<string[]> =>
  queryValues(
    tx,
    column.text,
    sql`with selected as (
          select url_hash, file_key from external_images
          where ${selectedFilesSql(of, { owner: sql`null::bigint`, keys: [sql`file_key`] })}
          order by url_hash for update
        )
        update external_images i set file_key = null, fetched_at = ${BLOCKED_UNTIL}
        from selected s where i.url_hash = s.url_hash returning s.file_key`,
  );

/** Return the result of fetching the image whose URL has this hash, or undefined if there is none. */
export async function imageByHash(db: DbOrTx, hash: string): Promise<ExternalImage | undefined> {
  return queryFirst(
    db,
    ExternalImage,
    sql`select file_key, fetched_at from external_images where url_hash = ${hash}`,
  );
}

/**
 * Save the result of fetching an image. If the image is blocked, or another node has already saved a file for it, save
 * nothing.
 * @param staleAt an image that was fetched before this time is replaced
 * @returns if the result was saved, `before`: the key of the replaced file, or null if no file was replaced. If nothing
 *   was saved, `first`: the key of the other node's file, or null if the image is blocked
 */
export async function saveImage(
  tx: Tx,
  { hash, key, at, staleAt }: { hash: string; key: string | null; at: Date; staleAt: Date },
): Promise<{ before: string | null } | { first: string | null }> {
  const old = await queryFirstValue(
    tx,
    ExternalImage.properties.file_key,
    sql`select file_key from external_images where url_hash = ${hash} for update`,
  );
  // If two transactions concurrently find no row, the second one waits here until the first has committed, and then
  // sees its row.
  const isPut = await queryExists(
    tx,
    sql`insert into external_images as existing (url_hash, file_key, fetched_at) values (${hash}, ${key}, ${at})
     on conflict (url_hash) do update set file_key = excluded.file_key, fetched_at = excluded.fetched_at
       where (existing.file_key is null or existing.fetched_at <= ${staleAt}) and existing.fetched_at < ${BLOCKED_UNTIL}
     returning 1`,
  );
  if (isPut) return { before: old ?? null };
  return { first: (await imageByHash(tx, hash))?.file_key ?? null };
}

/**
 * Delete up to `limit` images, oldest first, and return their file keys. Keep the latest `most` images, unless they
 * were fetched before a given time.
 */
export async function deleteOld(
  tx: Tx,
  { before, most, limit }: { before: Date; most: number; limit: number },
): Promise<(string | null)[]> {
  return queryValues(
    tx,
    ExternalImage.properties.file_key,
    sql`delete from external_images where url_hash in (
       select url_hash from external_images
       where fetched_at < greatest(
         ${before}, (select fetched_at from external_images order by fetched_at desc offset ${most - 1} limit 1))
       order by fetched_at limit ${limit} for update skip locked
     ) returning file_key`,
  );
}
