import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static, type TSchema } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  identifier,
  join,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { type SelectedFiles, selectedFilesSql } from '../../platform/personal-data/selected-files.ts';
import type { RestorableKind } from '../../platform/site.ts';

/** A removal record stores content that staff deleted, so that the content can be restored. */
const Removal = Type.Object({
  id: column.integer,
  kind: column.code<RestorableKind>(),
  subjectId: column.integer,
  ownerId: Nullable(column.integer),
});
type Removal = Static<typeof Removal>;

const LockedUser = Type.Object({
  id: column.integer,
  role: Role,
  /** True if the account is deleted. */
  deleted: column.boolean,
  /** True if the account was deleted after the content was removed. */
  erased: column.boolean,
});

/**
 * Lock the owner of removed content, and the staff member who restores it, in order of id. Return the staff member's
 * role. `isErased` is true if the owner's account was deleted after the removal. In this case, the content cannot be
 * restored.
 */
export async function lockOwnerAndStaff(
  tx: Tx,
  { id, ownerId }: Removal,
  staffId: number,
): Promise<{ isErased: boolean; role: Role | undefined }> {
  const rows = await query(
    tx,
    LockedUser,
    sql`select u.id, u.role, u.deleted_at is not null as deleted,
          coalesce(u.deleted_at >= (select removed_at from removals where id = ${id}), false) as erased
        from users u where u.id in (${ownerId}::bigint, ${staffId}) order by u.id for no key update of u`,
  );
  const [owner, staff] = [ownerId, staffId].map((userId) => rows.find((row) => row.id === userId));
  return {
    isErased: ownerId !== null && (owner?.erased ?? true),
    role: staff?.deleted ? undefined : staff?.role,
  };
}

/** Insert a removal record. */
export async function insertRemoval(
  tx: Tx,
  removal: Removal & { actorId: number; at: Date; expiresAt: Date },
): Promise<void> {
  await execute(
    tx,
    sql`insert into removals (id, kind, subject_id, owner_id, actor_id, removed_at, expires_at)
        values (${removal.id}, ${removal.kind}, ${removal.subjectId}, ${removal.ownerId}, ${removal.actorId},
          ${removal.at}, ${removal.expiresAt})`,
  );
}

/** Delete the rows of a table that match a condition, and store them with a removal record. */
export async function moveRows(tx: Tx, removalId: number, table: string, condition: Sql): Promise<void> {
  await execute(
    tx,
    sql`with removed as (delete from ${identifier(table)} where ${condition} returning *)
        insert into removed_rows (removal_id, table_name, user_id, data)
        select ${removalId}, ${table}, (data ->> 'user_id')::bigint, data
        from (select to_jsonb(removed) as data from removed) r`,
  );
}

/** Store some of a row's values with a removal record. The row itself is not deleted. */
export async function insertValues(
  tx: Tx,
  removalId: number,
  { table, userId, data }: { table: string; userId: number; data: object },
): Promise<void> {
  await execute(
    tx,
    sql`insert into removed_rows (removal_id, table_name, user_id, data)
        values (${removalId}, ${table}, ${userId}, ${JSON.stringify(data)}::jsonb)`,
  );
}

/** Return the copies of a table's removed rows that are stored with a removal record. */
export const storedValues = <Row extends TSchema>(
  tx: Tx,
  schema: Row,
  removalId: number,
  table: string,
): Promise<Static<Row>[]> =>
  queryValues(
    tx,
    schema,
    sql`select data from removed_rows where removal_id = ${removalId} and table_name = ${table} order by id`,
  );

/**
 * Insert the stored rows of a table again. Columns that no longer exist are left out, and new columns get their default
 * values.
 */
export async function insertStoredRows(tx: Tx, removalId: number, table: string): Promise<void> {
  const stored = sql`removed_rows where removal_id = ${removalId} and table_name = ${table}`;
  const columns = await queryValues(
    tx,
    column.text,
    sql`select column_name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table}
          and column_name in (select jsonb_object_keys(data) from ${stored})`,
  );
  if (columns.length === 0) return;
  const names = join(columns.map(identifier));
  await execute(
    tx,
    sql`insert into ${identifier(table)} (${names})
        select ${names} from jsonb_populate_recordset(
          null::${identifier(table)}, (select jsonb_agg(data order by id) from ${stored}))`,
  );
}

/**
 * Replace a restored file's old name with its new name. Several rows can refer to the same file, for example a photo
 * that is also the avatar, so update all stored rows of the player. In reports that contain a copy of the file, update
 * the path of the original.
 */
export async function renameFiles(tx: Tx, userId: number, from: string, to: string): Promise<void> {
  await execute(
    tx,
    sql`update removed_rows set data = replace(data::text, ${from}, ${to})::jsonb
        where user_id = ${userId} and table_name in ('photos', 'users')`,
  );
  await execute(
    tx,
    sql`update report_media set source = replace(source, ${from}, ${to}) where position(${from} in source) > 0`,
  );
}

/**
 * Return the ids of the removals that a staff member made since a given time and that can still be restored,
 * latest first.
 */
export const removalsBy = (
  db: DbOrTx,
  { actorId, since, now }: { actorId: number; since: Date; now: Date },
): Promise<number[]> =>
  queryValues(
    db,
    column.integer,
    sql`select id from removals where actor_id = ${actorId} and removed_at >= ${since} and expires_at > ${now}
        order by id desc`,
  );

/**
 * A removal record, with the subject of its audit log entry, and the current role of the staff member who removed it.
 */
const LockedRemoval = Type.Object({
  ...Removal.properties,
  subject: Nullable(column.text),
  removerRole: Nullable(Role),
});
export type LockedRemoval = Static<typeof LockedRemoval>;

/** Lock a removal record that can be restored. Return undefined if there is none. */
export const lockRemoval = (tx: Tx, id: number, now: Date): Promise<LockedRemoval | undefined> =>
  queryFirst(
    tx,
    LockedRemoval,
    sql`select r.id, r.kind, r.subject_id as "subjectId", r.owner_id as "ownerId", a.subject,
          (select role from users where id = r.actor_id) as "removerRole"
        from removals r join audit_log a on a.id = r.id
        where r.id = ${id} and r.expires_at > ${now} for update of r`,
  );

/** Return the id of the latest removal record of the given content that can be restored. */
export const findRemovalId = (
  db: DbOrTx,
  { kind, subjectId, now }: { kind: RestorableKind; subjectId: number; now: Date },
): Promise<number | undefined> =>
  queryFirstValue(
    db,
    column.integer,
    sql`select id from removals where kind = ${kind} and subject_id = ${subjectId} and expires_at > ${now}
        order by id desc limit 1`,
  );

/**
 * A file that belongs to a removal record. `private_file_key` is the private storage key to which a public file is
 * moved, or null for a file that was never public.
 */
const RemovedFile = Type.Object({
  file_key: column.text,
  private_file_key: Nullable(column.text),
  moved_at: Nullable(column.date),
});
type RemovedFile = Static<typeof RemovedFile>;

const FILE_COLUMNS = sql`file_key, private_file_key, moved_at`;

/** Insert a removal record's files. */
export async function insertFiles(
  tx: Tx,
  removalId: number,
  files: readonly { fileKey: string; privateFileKey: string | null }[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into removed_files (removal_id, file_key, private_file_key)
        select ${removalId}, * from unnest(
          ${files.map(({ fileKey }) => fileKey)}::text[], ${files.map(({ privateFileKey }) => privateFileKey)}::text[])`,
  );
}

/** Return the files of several removal records. */
export const filesOf = (db: DbOrTx, removalIds: readonly number[]): Promise<RemovedFile[]> =>
  query(
    db,
    RemovedFile,
    sql`select ${FILE_COLUMNS} from removed_files where removal_id = any (${removalIds}::bigint[])
        order by file_key`,
  );

/**
 * Return up to `limit` public files that must still be moved to private storage keys. If `removalId` is given, return
 * only files of this removal record.
 */
export const unmovedFiles = (db: DbOrTx, removalId: number | null, limit: number): Promise<RemovedFile[]> =>
  query(
    db,
    RemovedFile,
    sql`select ${FILE_COLUMNS} from removed_files
        where private_file_key is not null and moved_at is null
          and (${removalId}::bigint is null or removal_id = ${removalId}::bigint)
        order by file_key limit ${limit}`,
  );

/** Mark a file as moved, and return whether its removal record still exists. */
export const markMoved = (db: DbOrTx, privateFileKey: string, at: Date): Promise<boolean> =>
  queryExists(
    db,
    sql`update removed_files set moved_at = ${at} where private_file_key = ${privateFileKey} returning file_key`,
  );

/** Delete removal records with their stored rows, and return the keys of their files. */
export async function deleteRemovals(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const files = await filesOf(tx, ids);
  await execute(tx, sql`delete from removals where id = any (${ids}::bigint[])`);
  return files.flatMap((file) => [
    file.file_key,
    ...(file.private_file_key === null ? [] : [file.private_file_key]),
  ]);
}

/** Lock up to `limit` expired removal records, and return their ids. */
export const lockExpired = (tx: Tx, now: Date, limit: number): Promise<number[]> =>
  queryValues(
    tx,
    column.integer,
    sql`select id from removals where expires_at <= ${now} order by expires_at limit ${limit}
        for update skip locked`,
  );

/** Lock up to `limit` removal records of a player's content, and return their ids. */
export const lockRemovalsOf = (tx: Tx, ownerId: number, limit: number): Promise<number[]> =>
  queryValues(
    tx,
    column.integer,
    sql`select id from removals where owner_id = ${ownerId} order by id limit ${limit} for update`,
  );

/** Lock up to `limit` removal records that contain any of the selected files, and return them. */
export function lockRemovalsWithFiles(tx: Tx, of: SelectedFiles, limit: number): Promise<Removal[]> {
  const selected = selectedFilesSql(of, {
    folder: 'clips',
    id: sql`case r.kind when 'clip' then r.subject_id end`,
    owner: sql`r.owner_id`,
    keys: [sql`f.file_key`, sql`f.private_file_key`],
  });
  return query(
    tx,
    Removal,
    sql`select id, kind, subject_id as "subjectId", owner_id as "ownerId" from removals r
        where exists (select 1 from removed_files f where f.removal_id = r.id and ${selected})
        order by id limit ${limit} for update`,
  );
}

/** Delete up to `limit` stored rows that belong to a player, and return the number of deleted rows. */
export const deleteRowsOf = async (tx: Tx, userId: number, limit: number): Promise<number> =>
  (
    await execute(
      tx,
      sql`delete from removed_rows where id in (
            select id from removed_rows where user_id = ${userId} order by id limit ${limit}) returning id`,
    )
  ).length;
