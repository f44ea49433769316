import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';

export type OutsideImage = { file_key: string | null; fetched_at: Date };

export async function imageByHash(db: DbOrTx, hash: string): Promise<OutsideImage | undefined> {
  const [row] = await run<OutsideImage>(
    db,
    'select file_key, fetched_at from outside_images where url_hash = $1',
    [hash],
  );
  return row;
}

/** Writes down what came of fetching a picture; answers the file that it had before. */
export async function putImage(
  tx: Tx,
  { hash, key, at }: { hash: string; key: string | null; at: Date },
): Promise<string[]> {
  const before = await run<{ file_key: string }>(
    tx,
    'select file_key from outside_images where url_hash = $1 and file_key is not null for update',
    [hash],
  );
  await run(
    tx,
    `insert into outside_images (url_hash, file_key, fetched_at) values ($1, $2, $3)
     on conflict (url_hash) do update set file_key = excluded.file_key, fetched_at = excluded.fetched_at`,
    [hash, key, at],
  );
  return before.map(({ file_key }) => file_key);
}

/** Deletes some of those fetched before a time, and of the oldest beyond `most`; answers their files. */
export async function deleteOld(
  tx: Tx,
  { before, most, limit }: { before: Date; most: number; limit: number },
): Promise<{ file_key: string | null }[]> {
  return run(
    tx,
    `delete from outside_images where url_hash in (
       select url_hash from outside_images
       where fetched_at < $1
          or fetched_at < (select fetched_at from outside_images order by fetched_at desc offset $2 limit 1)
       order by fetched_at limit $3
     ) returning file_key`,
    [before, most, limit],
  );
}
