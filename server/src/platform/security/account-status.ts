import type { Clock } from '../clock.ts';
import { queryExists, queryFirst, sql, type Tx } from '../db/db.ts';
import { AppError } from '../errors.ts';
import { assertNotMuted, assertNotSuspended, type SuspensionColumns } from './account-restrictions.ts';

/** Holds an account until the transaction ends; answers whether there is one. */
export const lockUser = (tx: Tx, userId: number): Promise<boolean> =>
  queryExists(tx, sql`select 1 from users where id = ${userId} and deleted_at is null for no key update`);

/**
 * Holds an account until the transaction ends, for what begins or ends beside its other requests: who was muted,
 * suspended or deleted meanwhile begins no session and adds nothing more.
 * @param requiresUnmuted reject muted players: others can read what is added
 * @throws AppError unauthenticated for an account that is gone, suspended, muted.
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
