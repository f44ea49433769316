import { NEW_ACCOUNT_LIMITS } from '@rivalhold/shared/account-limits.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  execute,
  literal,
  queryFirstValue,
  queryValue,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

/** An action for which new accounts have a daily limit. */
export type LimitedAction = keyof typeof NEW_ACCOUNT_LIMITS.perDay;

/**
 * Return whether an action is allowed, and record it if it counts towards the limit. If the condition `isCounted` is
 * false, the action does not count and is allowed. If it is true, the action is rejected if the player has used up the
 * limit since the time `since`. Otherwise, it is allowed and recorded. One row contains the times of the player's
 * latest actions of this kind. Concurrent actions wait for the lock of this row.
 */
export async function recordAction(
  tx: Tx,
  {
    userId,
    action,
    isCounted,
    now,
    since,
  }: { userId: number; action: LimitedAction; isCounted: Sql; now: Date; since: Date },
): Promise<boolean> {
  const most = literal(NEW_ACCOUNT_LIMITS.perDay[action]);
  return queryValue(
    tx,
    column.boolean,
    sql`
      with counted as materialized (select 1 where ${isCounted}), recorded as (
        insert into new_account_actions as a (user_id, action, times)
        select ${userId}::bigint, ${action}, array[${now}::timestamptz] from counted
        on conflict (user_id, action) do update
          set times = (a.times || excluded.times)[greatest(1, cardinality(a.times) + 2 - ${most}):]
          where cardinality(a.times) < ${most} or a.times[1] <= ${since}
        returning user_id
      )
      select not exists (select 1 from counted) or exists (select 1 from recorded) as allowed`,
  );
}

/** Return the time of the oldest recorded action. */
export const oldestCounted = (tx: Tx, userId: number, action: LimitedAction): Promise<Date | undefined> =>
  queryFirstValue(
    tx,
    column.date,
    sql`select times[1] from new_account_actions where user_id = ${userId} and action = ${action}`,
  );

/** Delete the counters whose latest action was before a given time. */
export async function purgeActions(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from new_account_actions where (user_id, action) in (
        select user_id, action from new_account_actions
        where times[cardinality(times)] < ${before} limit ${limit}
      ) returning user_id`,
  );
}

/** Delete the counters of a player. */
export async function eraseActions(tx: Tx, userId: number): Promise<void> {
  await execute(tx, sql`delete from new_account_actions where user_id = ${userId}`);
}
