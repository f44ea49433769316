import { type DbOrTx, run, runFirst, runValues, type Tx } from '../../platform/db/db.ts';

export async function insertAccountDeletion(tx: Tx, userId: number, at: Date): Promise<void> {
  await run(tx, 'insert into departures (user_id, asked_at) values ($1, $2)', [userId, at]);
}

/**
 * How far the erasure of an account is: the round, the name of the feature whose turn it is (null at the start of a
 * round), and the place after which that feature continues.
 */
export type AccountDeletion = { round: number; step: string | null; place: number };

const PENDING = `
  select round, step, place from departures
  where user_id = $1 and finished_at is null and (round = 1 or asked_at <= $2)`;

/** A departure that goes on now; undefined for one that is finished, or waits for its second round. */
export const findPendingDeletion = (
  db: DbOrTx,
  userId: number,
  secondFrom: Date,
): Promise<AccountDeletion | undefined> => runFirst(db, PENDING, [userId, secondFrom]);

/** The same, held until the transaction ends; undefined also for one that is held elsewhere. */
export const lockPendingDeletion = (
  tx: Tx,
  userId: number,
  secondFrom: Date,
): Promise<AccountDeletion | undefined> =>
  runFirst(tx, `${PENDING} for update skip locked`, [userId, secondFrom]);

export async function saveDeletionProgress(
  tx: Tx,
  userId: number,
  { round, step, place, finishedAt }: AccountDeletion & { finishedAt: Date | null },
): Promise<void> {
  await run(
    tx,
    'update departures set round = $2, step = $3, place = $4, finished_at = $5 where user_id = $1',
    [userId, round, step, place, finishedAt],
  );
}

/** Who has left and is not forgotten yet, as far as that goes on now; who asked first comes first. */
export async function listPendingDeletions(db: DbOrTx, secondFrom: Date, limit: number): Promise<number[]> {
  return runValues<number>(
    db,
    `select user_id from departures where finished_at is null and (round = 1 or asked_at <= $1)
     order by asked_at limit $2`,
    [secondFrom, limit],
  );
}
