import {
  type DbOrTx,
  run,
  runFirst,
  runFirstValue,
  runOne,
  runValues,
  type Tx,
} from '../../platform/db/db.ts';

export type ExportRow = {
  id: number;
  user_id: number;
  state: 'making' | 'ready' | 'failed';
  file_key: string | null;
  bytes: number | null;
  asked_at: Date;
  expires_at: Date | null;
};
const COLUMNS = 'id, user_id, state, file_key, bytes, asked_at, expires_at';

export async function findExportOf(db: DbOrTx, userId: number): Promise<ExportRow | undefined> {
  return runFirst<ExportRow>(db, `select ${COLUMNS} from data_exports where user_id = $1`, [userId]);
}

export async function exportById(db: DbOrTx, id: number): Promise<ExportRow | undefined> {
  return runFirst<ExportRow>(db, `select ${COLUMNS} from data_exports where id = $1`, [id]);
}

export const insertExport = (tx: Tx, userId: number, at: Date): Promise<ExportRow> =>
  runOne<ExportRow>(
    tx,
    `insert into data_exports (user_id, state, asked_at) values ($1, 'making', $2) returning ${COLUMNS}`,
    [userId, at],
  );

/** Deletes a player's; answers the key of its file. */
export async function deleteExport(tx: Tx, userId: number): Promise<string[]> {
  const keys = await runValues<string | null>(
    tx,
    'delete from data_exports where user_id = $1 returning file_key',
    [userId],
  );
  return keys.filter((key) => key !== null);
}

/** Begins to make one, or goes on where whoever did has not been heard of since `silentSince`; answers whose it is. */
export async function claimExport(
  db: DbOrTx,
  { id, now, silentSince: staleBefore }: { id: number; now: Date; silentSince: Date },
): Promise<number | undefined> {
  return runFirstValue<number>(
    db,
    `update data_exports set beat_at = $2
     where id = $1 and state = 'making' and (beat_at is null or beat_at <= $3) returning user_id`,
    [id, now, staleBefore],
  );
}

/** Says that it is still being made; null that nobody makes it now. */
export async function saveHeartbeat(db: DbOrTx, id: number, at: Date | null): Promise<void> {
  await run(db, `update data_exports set beat_at = $2 where id = $1 and state = 'making'`, [id, at]);
}

/** Stores the file of one that was being made; answers who is to hear of it, or undefined where it is not wanted any more. */
export async function finishExport(
  tx: Tx,
  { id, key, bytes, expiresAt }: { id: number; key: string; bytes: number; expiresAt: Date },
): Promise<{ id: number; username: string; email: string; confirmed: boolean } | undefined> {
  return runFirst<{ id: number; username: string; email: string; confirmed: boolean }>(
    tx,
    `update data_exports e set state = 'ready', file_key = $2, bytes = $3, expires_at = $4, beat_at = null
     from users u where e.id = $1 and e.state = 'making' and u.id = e.user_id and u.deleted_at is null
     returning u.id, u.username, u.email, u.email_verified_at is not null as confirmed`,
    [id, key, bytes, expiresAt],
  );
}

/** Those that nobody has been making for a while; and those that took too long are given up. */
export async function findStalledExports(
  db: DbOrTx,
  { silentSince, askedBefore, limit }: { silentSince: Date; askedBefore: Date; limit: number },
): Promise<number[]> {
  await run(db, `update data_exports set state = 'failed' where state = 'making' and asked_at <= $1`, [
    askedBefore,
  ]);
  return runValues<number>(
    db,
    `select id from data_exports where state = 'making' and coalesce(beat_at, asked_at) <= $1
     order by asked_at limit $2`,
    [silentSince, limit],
  );
}

/** Deletes up to `limit` whose time is over; answers the keys of their files. */
export async function deleteExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  return runValues<string>(
    tx,
    `delete from data_exports where id in (
       select id from data_exports where expires_at <= $1 order by expires_at limit $2 for update skip locked)
     returning file_key`,
    [now, limit],
  );
}
