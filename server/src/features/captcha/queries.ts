import { deleteInBatches } from '../../platform/db/batches.ts';
import { type Db, queryExists, sql, type Tx } from '../../platform/db/db.ts';

/** Mark a challenge as used. Return false if it was used before. */
export const markUsed = (tx: Tx, signature: string, expiresAt: Date): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into used_captchas (signature, expires_at) values (${signature}, ${expiresAt})
        on conflict do nothing returning signature`,
  );

/**
 * Delete used challenges that have expired. They are no longer needed, because expired challenges are always rejected.
 */
export const purgeUsed = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    (limit) => sql`
      delete from used_captchas where signature in (
        select signature from used_captchas where expires_at <= ${now} limit ${limit}
      ) returning signature`,
  );
