import type { Clock } from '../clock.ts';
import { type DbOrTx, query, queryFirst, queryFirstValue, sql, type Tx } from '../db/db.ts';
import { AppError } from '../errors.ts';
import { assertNotMuted, assertNotSuspended, type SuspensionColumns } from './account-restrictions.ts';

/**
 * Lock an account until the transaction ends. Return false if it does not exist or is deleted. A deleted
 * account is locked, too.
 */
export const lockUser = async (tx: Tx, userId: number): Promise<boolean> =>
  (await queryFirstValue<boolean>(
    tx,
    sql`select deleted_at is null from users where id = ${userId} for no key update`,
  )) === true;

/**
 * Lock an account until the transaction ends, and throw if it is deleted or suspended or, with `requiresUnmuted`,
 * muted. Use this if the request's initial checks did not run or could be outdated.
 * @param requiresUnmuted true to reject muted players, for requests that add content that other players can read
 * @throws AppError `unauthenticated` if the account is deleted
 * @throws AppError `suspended` or `muted` if a suspension or mute is in effect
 */
export async function lockActiveUser(
  tx: Tx,
  { clock }: { clock: Clock },
  { userId, requiresUnmuted }: { userId: number; requiresUnmuted: boolean },
): Promise<void> {
  const row = await queryFirst<SuspensionColumns & { muted_until: Date | null }>(
    tx,
    sql`select muted_until, suspended_at, suspended_until, suspension_reason from users
     where id = ${userId} and deleted_at is null for no key update`,
  );
  if (!row) throw new AppError('unauthenticated');
  const now = clock.now();
  assertNotSuspended(row, now);
  if (requiresUnmuted) assertNotMuted({ mutedUntil: row.muted_until }, now);
}

/** Return all admins, ordered by id. */
export const listAdmins = (db: DbOrTx): Promise<{ id: number; email: string; username: string }[]> =>
  // The first condition is redundant, but it lets the query use the partial index on staff.
  query(
    db,
    sql`select id, email, username from users
        where role <> 'player' and role = 'admin' and deleted_at is null order by id`,
  );
