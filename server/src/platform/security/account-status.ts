import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import type { Clock } from '../clock.ts';
import { column } from '../db/columns.ts';
import { type DbOrTx, query, queryFirst, queryFirstValue, sql, type Tx } from '../db/db.ts';
import { AppError } from '../errors.ts';
import { assertNotMuted, assertNotSuspended, SuspensionColumns } from './account-restrictions.ts';

/**
 * Lock an account until the transaction ends. Return false if it does not exist or is deleted. A deleted
 * account is locked, too.
 */
export const lockUser = async (tx: Tx, userId: number): Promise<boolean> =>
  (await queryFirstValue(
    tx,
    column.boolean,
    sql`select deleted_at is null from users where id = ${userId} for no key update`,
  )) === true;

const Restrictions = Type.Object({ ...SuspensionColumns.properties, muted_until: Nullable(column.date) });

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
  const row = await queryFirst(
    tx,
    Restrictions,
    sql`select muted_until, suspended_at, suspended_until, suspension_reason from users
     where id = ${userId} and deleted_at is null for no key update`,
  );
  if (!row) throw new AppError('unauthenticated');
  const now = clock.now();
  assertNotSuspended(row, now);
  if (requiresUnmuted) assertNotMuted({ mutedUntil: row.muted_until }, now);
}

const Admin = Type.Object({ id: column.integer, email: column.text, username: column.text });

/** Return all admins, ordered by id. */
export const listAdmins = (db: DbOrTx): Promise<Static<typeof Admin>[]> =>
  // The first condition is redundant, but it lets the query use the partial index on staff.
  query(
    db,
    Admin,
    sql`select id, email, username from users
        where role <> 'player' and role = 'admin' and deleted_at is null order by id`,
  );
