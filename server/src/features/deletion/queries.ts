import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';

export async function insertDeparture(tx: Tx, userId: number, at: Date): Promise<void> {
  await run(tx, 'insert into departures (user_id, asked_at) values ($1, $2)', [userId, at]);
}

/**
 * How far a departure is: in which round, how many parts of the site are through with it, and behind which thing the
 * next of them goes on.
 */
export type Departure = { round: number; step: number; place: number };

const OPEN = `
  select round, step, place from departures
  where user_id = $1 and finished_at is null and (round = 1 or asked_at <= $2)`;

/** A departure that goes on now; undefined for one that is finished, or waits for its second round. */
export async function openDeparture(
  db: DbOrTx,
  userId: number,
  secondFrom: Date,
): Promise<Departure | undefined> {
  return (await run<Departure>(db, OPEN, [userId, secondFrom]))[0];
}

/** The same, held until the transaction ends; undefined also for one that is held elsewhere. */
export async function holdDeparture(
  tx: Tx,
  userId: number,
  secondFrom: Date,
): Promise<Departure | undefined> {
  return (await run<Departure>(tx, `${OPEN} for update skip locked`, [userId, secondFrom]))[0];
}

export async function saveDeparture(
  tx: Tx,
  userId: number,
  { round, step, place, finishedAt }: Departure & { finishedAt: Date | null },
): Promise<void> {
  await run(
    tx,
    'update departures set round = $2, step = $3, place = $4, finished_at = $5 where user_id = $1',
    [userId, round, step, place, finishedAt],
  );
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
