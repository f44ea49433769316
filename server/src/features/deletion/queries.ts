import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  queryFirst,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

/** Insert a pending account deletion. */
export async function insertAccountDeletion(tx: Tx, userId: number, at: Date): Promise<void> {
  await execute(tx, sql`insert into account_deletions (user_id, requested_at) values (${userId}, ${at})`);
}

/**
 * The progress of an account deletion. A deletion goes twice through all features with data to erase. `pass` is 1 or 2,
 * or 3 after the second pass. `step` is the name of the feature whose data is erased next, or null at the start of a
 * pass. `cursor` is the position in this data after which the erasure continues.
 */
const AccountDeletion = Type.Object({
  pass: column.integer,
  step: Nullable(column.text),
  cursor: column.integer,
});
export type AccountDeletion = Static<typeof AccountDeletion>;

const pendingDeletionSql = (userId: number, secondFrom: Date): Sql => sql`
  select pass, step, cursor from account_deletions
  where user_id = ${userId} and finished_at is null and (pass = 1 or requested_at <= ${secondFrom})`;

/** Return the progress of an account deletion. Return undefined if it is finished or is waiting for its second pass. */
export const findPendingDeletion = (
  db: DbOrTx,
  userId: number,
  secondFrom: Date,
): Promise<AccountDeletion | undefined> =>
  queryFirst(db, AccountDeletion, pendingDeletionSql(userId, secondFrom));

/**
 * Lock an account deletion and return its progress. Return undefined if it is not pending, or if another transaction
 * has locked it.
 */
export const lockPendingDeletion = (
  tx: Tx,
  userId: number,
  secondFrom: Date,
): Promise<AccountDeletion | undefined> =>
  queryFirst(tx, AccountDeletion, sql`${pendingDeletionSql(userId, secondFrom)} for update skip locked`);

/** Save the progress of an account deletion. */
export async function saveDeletionProgress(
  tx: Tx,
  userId: number,
  { pass, step, cursor, finishedAt }: AccountDeletion & { finishedAt: Date | null },
): Promise<void> {
  await execute(
    tx,
    sql`update account_deletions set pass = ${pass}, step = ${step}, cursor = ${cursor}, finished_at = ${finishedAt}
        where user_id = ${userId}`,
  );
}

/** Return the ids of deleted accounts whose data must be erased now, with the oldest request first. */
export async function listPendingDeletions(db: DbOrTx, secondFrom: Date, limit: number): Promise<number[]> {
  return queryValues(
    db,
    column.integer,
    sql`select user_id from account_deletions where finished_at is null and (pass = 1 or requested_at <= ${secondFrom})
     order by requested_at limit ${limit}`,
  );
}
