import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import {
  type PurgedItem,
  type SelectedFiles,
  selectedFilesSql,
} from '../../platform/personal-data/selected-files.ts';

/** A row of `data_exports`. */
const ExportRow = Type.Object({
  id: column.integer,
  user_id: column.integer,
  state: Type.Enum(['pending', 'ready', 'failed']),
  file_key: Nullable(column.text),
  bytes: Nullable(column.integer),
  requested_at: column.date,
  expires_at: Nullable(column.date),
});
export type ExportRow = Static<typeof ExportRow>;
const COLUMNS = sql`id, user_id, state, file_key, bytes, requested_at, expires_at`;

/** Return a player's export, if there is one. */
export async function findExportOf(db: DbOrTx, userId: number): Promise<ExportRow | undefined> {
  return queryFirst(db, ExportRow, sql`select ${COLUMNS} from data_exports where user_id = ${userId}`);
}

/** Return an export by id, if it exists. */
export async function exportById(db: DbOrTx, id: number): Promise<ExportRow | undefined> {
  return queryFirst(db, ExportRow, sql`select ${COLUMNS} from data_exports where id = ${id}`);
}

/** Insert a pending export. */
export const insertExport = (tx: Tx, userId: number, at: Date): Promise<ExportRow> =>
  queryOne(
    tx,
    ExportRow,
    sql`insert into data_exports (user_id, state, requested_at) values (${userId}, 'pending', ${at})
        returning ${COLUMNS}`,
  );

/** Delete a player's export and return its file key, if it has one. */
export async function deleteExport(tx: Tx, userId: number): Promise<string[]> {
  const keys = await queryValues(
    tx,
    ExportRow.properties.file_key,
    sql`delete from data_exports where user_id = ${userId} returning file_key`,
  );
  return keys.filter((key) => key !== null);
}

const DeletedExport = Type.Pick(ExportRow, ['user_id', 'file_key']);

/** Delete the selected exports. Return the owner and the files of each. An export that is not ready has no files. */
export async function deleteSelectedExports(tx: Tx, of: SelectedFiles): Promise<PurgedItem[]> {
  const exports = await query(
    tx,
    DeletedExport,
    sql`delete from data_exports
        where ${selectedFilesSql(of, { folder: 'exports', owner: sql`user_id`, keys: [sql`file_key`] })}
        returning user_id, file_key`,
  );
  return exports.map(({ user_id: ownerId, file_key: key }) => ({
    ownerId,
    files: key === null ? [] : [key],
  }));
}

/**
 * Claim a pending export that is unclaimed or has had no heartbeat since `silentSince`. Return the id of its owner, or
 * undefined if it could not be claimed.
 */
export async function claimExport(
  db: DbOrTx,
  { id, now, silentSince: staleBefore }: { id: number; now: Date; silentSince: Date },
): Promise<number | undefined> {
  return queryFirstValue(
    db,
    column.integer,
    sql`update data_exports set heartbeat_at = ${now}
     where id = ${id} and state = 'pending' and (heartbeat_at is null or heartbeat_at <= ${staleBefore})
     returning user_id`,
  );
}

/** Save the time of a pending export's heartbeat. Null releases the export, so that another build can claim it. */
export async function saveHeartbeat(db: DbOrTx, id: number, at: Date | null): Promise<void> {
  await execute(db, sql`update data_exports set heartbeat_at = ${at} where id = ${id} and state = 'pending'`);
}

const ExportOwner = Type.Object({
  id: column.integer,
  username: column.text,
  email: column.text,
  confirmed: column.boolean,
});

/**
 * Store the file of a pending export and return the owner of the export. Return undefined if the export was deleted or
 * is no longer pending, or if its owner was deleted.
 */
export async function finishExport(
  tx: Tx,
  { id, key, bytes, expiresAt }: { id: number; key: string; bytes: number; expiresAt: Date },
): Promise<Static<typeof ExportOwner> | undefined> {
  return queryFirst(
    tx,
    ExportOwner,
    sql`update data_exports e set state = 'ready', file_key = ${key}, bytes = ${bytes},
       expires_at = ${expiresAt}, heartbeat_at = null
     from users u where e.id = ${id} and e.state = 'pending' and u.id = e.user_id and u.deleted_at is null
     returning u.id, u.username, u.email, u.email_verified_at is not null as confirmed`,
  );
}

/**
 * Mark pending exports that were requested at or before `requestedBefore` as failed. Then return the ids of up to
 * `limit` exports that are still pending and have had no heartbeat since `silentSince`. If an export has never had a
 * heartbeat, use the time of its request instead.
 */
export async function findStalledExports(
  db: DbOrTx,
  { silentSince, requestedBefore, limit }: { silentSince: Date; requestedBefore: Date; limit: number },
): Promise<number[]> {
  await execute(
    db,
    sql`update data_exports set state = 'failed' where state = 'pending' and requested_at <= ${requestedBefore}`,
  );
  return queryValues(
    db,
    column.integer,
    sql`select id from data_exports where state = 'pending' and coalesce(heartbeat_at, requested_at) <= ${silentSince}
     order by requested_at limit ${limit}`,
  );
}

/** Delete up to `limit` expired exports and return their file keys. */
export async function deleteExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  return queryValues(
    tx,
    column.text,
    sql`delete from data_exports where id in (
       select id from data_exports where expires_at <= ${now} order by expires_at limit ${limit}
       for update skip locked)
     returning file_key`,
  );
}
