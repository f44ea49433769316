import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';

export async function insertDeparture(tx: Tx, userId: number, at: Date): Promise<void> {
  await run(tx, 'insert into departures (user_id, asked_at) values ($1, $2)', [userId, at]);
}

/** How far a departure is: in which round, and how many parts of the site are through with it. */
export type Departure = { round: number; step: number };

/**
 * A departure that goes on now, held until the transaction ends; undefined for one that is finished, waits for its
 * second round, or is held elsewhere.
 */
export async function holdDeparture(
  tx: Tx,
  userId: number,
  secondFrom: Date,
): Promise<Departure | undefined> {
  const [row] = await run<Departure>(
    tx,
    `select round, step from departures
     where user_id = $1 and finished_at is null and (round = 1 or asked_at <= $2) for update skip locked`,
    [userId, secondFrom],
  );
  return row;
}

export async function saveDeparture(
  tx: Tx,
  userId: number,
  { round, step, finishedAt }: Departure & { finishedAt: Date | null },
): Promise<void> {
  await run(tx, 'update departures set round = $2, step = $3, finished_at = $4 where user_id = $1', [
    userId,
    round,
    step,
    finishedAt,
  ]);
}

/** Who has left and is not forgotten yet, as far as that goes on now; who asked first comes first. */
export async function openDepartures(db: DbOrTx, secondFrom: Date, limit: number): Promise<number[]> {
  const rows = await run<{ user_id: number }>(
    db,
    `select user_id from departures where finished_at is null and (round = 1 or asked_at <= $1)
     order by asked_at limit $2`,
    [secondFrom, limit],
  );
  return rows.map((row) => row.user_id);
}
