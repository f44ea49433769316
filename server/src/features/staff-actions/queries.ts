import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import type { StaffBudget } from '@rivalhold/shared/contract/staff-actions.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, query, queryFirst, sql, type Tx } from '../../platform/db/db.ts';

const StopRow = Type.Object({
  actor_id: column.integer,
  username: Nullable(column.text),
  budget: column.code<StaffBudget>(),
  stopped_at: column.date,
  code_hash: Nullable(column.text),
  code_expires_at: Nullable(column.date),
});
export type StopRow = Static<typeof StopRow>;

const COLUMNS = sql`b.actor_id, b.budget, b.stopped_at, b.code_hash, b.code_expires_at,
  (select username from users where id = b.actor_id and deleted_at is null) as username`;

/** Return the stops of all staff members (see `StopKey`), latest first. */
export const listStopRows = (db: DbOrTx): Promise<StopRow[]> =>
  query(
    db,
    StopRow,
    sql`select ${COLUMNS} from staff_budgets b where stopped_at is not null
        order by stopped_at desc, actor_id, budget`,
  );

/**
 * Identifies a stop. A stop begins when a staff member has used up the budget for one kind of action. It prevents the
 * staff member from performing more actions of this kind.
 */
export type StopKey = { actorId: number; budget: StaffBudget };

/** Lock the stop of a staff member. Return undefined if the staff member is not stopped. */
export const lockStop = (tx: Tx, { actorId, budget }: StopKey): Promise<StopRow | undefined> =>
  queryFirst(
    tx,
    StopRow,
    sql`select ${COLUMNS} from staff_budgets b
        where actor_id = ${actorId} and budget = ${budget} and stopped_at is not null for update`,
  );

/** Let a stopped staff member continue. Actions before `now` no longer count towards the budget. */
export async function clearStop(tx: Tx, { actorId, budget }: StopKey, now: Date): Promise<void> {
  await execute(
    tx,
    sql`update staff_budgets
        set stopped_at = null, counted_from = ${now}, code_hash = null, code_expires_at = null
        where actor_id = ${actorId} and budget = ${budget}`,
  );
}

/** Store the hash of the emailed code with which the site's only admin can end their own stop. */
export async function setCode(
  tx: Tx,
  { actorId, budget }: StopKey,
  { hash, expiresAt }: { hash: string; expiresAt: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update staff_budgets set code_hash = ${hash}, code_expires_at = ${expiresAt}
        where actor_id = ${actorId} and budget = ${budget}`,
  );
}

const StaffContact = Type.Object({ email: column.text, username: column.text });

/** Return the email address and the name of an account. */
export const contactOf = (db: DbOrTx, userId: number): Promise<Static<typeof StaffContact> | undefined> =>
  queryFirst(
    db,
    StaffContact,
    sql`select email, username from users where id = ${userId} and deleted_at is null`,
  );
