import { type DbOrTx, runExists, runFirst, runFirstValue, runValues, type Tx } from '../../platform/db/db.ts';

export type ExternalImage = { file_key: string | null; fetched_at: Date };

export async function imageByHash(db: DbOrTx, hash: string): Promise<ExternalImage | undefined> {
  return runFirst<ExternalImage>(db, 'select file_key, fetched_at from outside_images where url_hash = $1', [
    hash,
  ]);
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
  const old = await runFirstValue<string | null>(
    tx,
    'select file_key from outside_images where url_hash = $1 for update',
    [hash],
  );
  // Of two that find no row the second waits here for the first, and judges what that one wrote.
  const isPut = await runExists(
    tx,
    `insert into outside_images as kept (url_hash, file_key, fetched_at) values ($1, $2, $3)
     on conflict (url_hash) do update set file_key = excluded.file_key, fetched_at = excluded.fetched_at
       where kept.file_key is null or kept.fetched_at <= $4
     returning 1`,
    [hash, key, at, staleAt],
  );
  if (isPut) return { before: old ?? null };
  return { first: (await imageByHash(tx, hash))?.file_key ?? null };
}

/** Deletes some of those fetched before a time, and of the oldest beyond `most`; answers their files. */
export async function deleteOld(
  tx: Tx,
  { before, most, limit }: { before: Date; most: number; limit: number },
): Promise<(string | null)[]> {
  return runValues(
    tx,
    `delete from outside_images where url_hash in (
       select url_hash from outside_images
       where fetched_at < greatest(
         $1, (select fetched_at from outside_images order by fetched_at desc offset $2 limit 1))
       order by fetched_at limit $3 for update skip locked
     ) returning file_key`,
    [before, most - 1, limit],
  );
}
