import { deleteInBatches } from '../../platform/db/batches.ts';
import { type Db, queryExists, sql, type Tx } from '../../platform/db/db.ts';

/** Store that a challenge was used, and return false if it was used before. */
export const markUsed = (tx: Tx, signature: string, expiresAt: Date): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into used_captchas (signature, expires_at) values (${signature}, ${expiresAt})
        on conflict do nothing returning signature`,
  );

/** Delete challenges that have expired: they are rejected anyway. */
export const purgeUsed = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    (limit) => sql`
      delete from used_captchas where signature in (
        select signature from used_captchas where expires_at <= ${now} limit ${limit}
      ) returning signature`,
  );
