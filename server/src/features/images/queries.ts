import {
  type DbOrTx,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

export type ExternalImage = { file_key: string | null; fetched_at: Date };

export async function imageByHash(db: DbOrTx, hash: string): Promise<ExternalImage | undefined> {
  return queryFirst<ExternalImage>(
    db,
    sql`select file_key, fetched_at from external_images where url_hash = ${hash}`,
  );
}

/**
 * Writes down what came of fetching a picture, unless another node wrote down a picture first.
 * @param staleAt a picture that was fetched before this is replaced
 * @returns the file that it had before, which is nobody's now; or the file of the node that was first
 */
export async function saveImage(
  tx: Tx,
  { hash, key, at, staleAt }: { hash: string; key: string | null; at: Date; staleAt: Date },
): Promise<{ before: string | null } | { first: string | null }> {
  const old = await queryFirstValue<string | null>(
    tx,
    sql`select file_key from external_images where url_hash = ${hash} for update`,
  );
  // Of two that find no row the second waits here for the first, and judges what that one wrote.
  const isPut = await queryExists(
    tx,
    sql`insert into external_images as kept (url_hash, file_key, fetched_at) values (${hash}, ${key}, ${at})
     on conflict (url_hash) do update set file_key = excluded.file_key, fetched_at = excluded.fetched_at
       where kept.file_key is null or kept.fetched_at <= ${staleAt}
     returning 1`,
  );
  if (isPut) return { before: old ?? null };
  return { first: (await imageByHash(tx, hash))?.file_key ?? null };
}

/** Deletes some of those fetched before a time, and of the oldest beyond `most`; answers their files. */
export async function deleteOld(
  tx: Tx,
  { before, most, limit }: { before: Date; most: number; limit: number },
): Promise<(string | null)[]> {
  return queryValues(
    tx,
    sql`delete from external_images where url_hash in (
       select url_hash from external_images
       where fetched_at < greatest(
         ${before}, (select fetched_at from external_images order by fetched_at desc offset ${most - 1} limit 1))
       order by fetched_at limit ${limit} for update skip locked
     ) returning file_key`,
  );
}
