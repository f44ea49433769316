import { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryFirst,
  queryOne,
  queryValue,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

/** An attachment as queries for messages return it. */
const AttachmentRow = Type.Object({
  ...Type.Omit(Attachment, ['thumbUrl', 'expired']).properties,
  kind: column.code<Attachment['kind']>(),
  file: column.boolean,
  thumb: column.boolean,
  url: Nullable(column.text),
  expiresAt: Nullable(column.text),
});
export type AttachmentRow = Static<typeof AttachmentRow>;

/** SQL for an attachment `a` as JSON. */
const ATTACHMENT_JSON = sql`json_build_object('id', a.id, 'kind', a.kind, 'file', a.file_key is not null,
  'thumb', a.thumb_key is not null, 'url', a.url, 'mime', a.mime, 'provider', a.provider,
  'providerId', a.provider_id, 'durationMs', a.duration_ms, 'width', a.width, 'height', a.height,
  'temporary', a.temporary, 'expiresAt', a.expires_at)`;

/**
 * SQL for the select list of a statement that selects from messages `m`. It adds each message's attachments as a JSON
 * array, in order.
 */
export const ATTACHMENTS_OF_MESSAGE = sql`(
  select coalesce(json_agg(${ATTACHMENT_JSON} order by a.position), '[]'::json)
  from attachments a where a.message_id = m.id)`;

/** The value of `ATTACHMENTS_OF_MESSAGE`. */
export const AttachmentRows = Type.Array(AttachmentRow);

export type NewAttachment = {
  ownerId: number;
  kind: Attachment['kind'];
  fileKey: string | null;
  thumbKey: string | null;
  bytes: number;
  provider: 'youtube' | null;
  providerId: string | null;
  mime: string | null;
  durationMs: number | null;
  width: number | null;
  height: number | null;
  temporary: boolean;
  at: Date;
};

/** Insert an attachment and return it. */
export async function insertAttachment(tx: Tx, made: NewAttachment): Promise<AttachmentRow> {
  return queryValue(
    tx,
    AttachmentRow,
    sql`insert into attachments as a (owner_id, kind, file_key, thumb_key, bytes, provider, provider_id, mime,
       duration_ms, width, height, temporary, created_at)
     values (${made.ownerId}, ${made.kind}, ${made.fileKey}, ${made.thumbKey}, ${made.bytes},
       ${made.provider}, ${made.providerId}, ${made.mime}, ${made.durationMs}, ${made.width},
       ${made.height}, ${made.temporary}, ${made.at}) returning ${ATTACHMENT_JSON} as attachment`,
  );
}

const UploadTotals = Type.Object({ uploads: column.integer, bytes: column.number });

/** Return the number of a player's unsent uploads since a given time, and their total size in bytes. */
export async function countUnsent(
  db: DbOrTx,
  ownerId: number,
  since: Date,
): Promise<Static<typeof UploadTotals>> {
  return queryOne(
    db,
    UploadTotals,
    sql`select count(*)::int as uploads, coalesce(sum(bytes), 0)::float8 as bytes
     from attachments where owner_id = ${ownerId} and message_id is null and created_at > ${since}`,
  );
}

const CreatedAt = Nullable(column.date);

/**
 * Return null if a player's uploads created after `since` fit into `room` bytes. Otherwise, return the creation time of
 * the newest upload that does not fit together with all later uploads. The remaining uploads fit as soon as this upload
 * no longer counts.
 */
export async function uploadsUntilRoom(
  db: DbOrTx,
  ownerId: number,
  { since, room }: { since: Date; room: number },
): Promise<Date | null> {
  return queryValue(
    db,
    CreatedAt,
    sql`select max(created_at) from (
       select created_at, sum(bytes) over (order by created_at desc) as taken
       from attachments where owner_id = ${ownerId} and created_at > ${since} and bytes > 0
     ) uploads where taken > ${room}`,
  );
}

/** Lock a player's uploads, so that concurrent uploads are checked one after another. */
export async function lockUploads(tx: Tx, ownerId: number): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${ownerId}`}, 0))`);
}

/** Attach unsent uploads to a message, in the order of `ids`, and return their number. */
export async function bindUploads(
  tx: Tx,
  bound: {
    ids: readonly number[];
    ownerId: number;
    receiverId: number;
    messageId: number;
    since: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const rows = await execute(
    tx,
    sql`update attachments a
     set message_id = ${bound.messageId}, receiver_id = ${bound.receiverId}, position = bound.ordinal - 1,
         expires_at = case when a.temporary then ${bound.expiresAt}::timestamptz end
     from unnest(${bound.ids}::bigint[]) with ordinality as bound (id, ordinal)
     where a.id = bound.id and a.owner_id = ${bound.ownerId} and a.message_id is null
       and a.created_at > ${bound.since}
     returning a.id`,
  );
  return rows.length;
}

/** Add a GIF, hosted by its provider, after the other attachments of a message. */
export async function insertGif(
  tx: Tx,
  gif: {
    ownerId: number;
    receiverId: number;
    messageId: number;
    url: string;
    id: string | null;
    width: number | null;
    height: number | null;
    at: Date;
  },
): Promise<void> {
  await execute(
    tx,
    sql`insert into attachments (owner_id, receiver_id, message_id, position, kind, url, provider, provider_id,
       mime, width, height, created_at)
     select ${gif.ownerId}, ${gif.receiverId}, ${gif.messageId}, coalesce(max(position) + 1, 0), 'gif',
       ${gif.url}, 'giphy', ${gif.id}, 'image/gif', ${gif.width}, ${gif.height}, ${gif.at}
     from attachments where message_id = ${gif.messageId}`,
  );
}

export const FileKeys = Type.Object({ file_key: Nullable(column.text), thumb_key: Nullable(column.text) });
export type FileKeys = Static<typeof FileKeys>;
/** Return the keys of all files in these rows. */
export const keysOf = (rows: FileKeys[]): string[] =>
  rows.flatMap(({ file_key, thumb_key }) => [file_key, thumb_key]).filter((key) => key !== null);

/** Delete the attachments of messages, and return the keys of their files. */
export async function deleteMessageAttachments(tx: Tx, messageIds: readonly number[]): Promise<string[]> {
  return keysOf(
    await query(
      tx,
      FileKeys,
      sql`delete from attachments where message_id = any (${messageIds}::bigint[])
       returning file_key, thumb_key`,
    ),
  );
}

/** Delete a player's unsent upload. Return the keys of its files, or undefined if there is no such upload. */
export async function deleteUnsent(tx: Tx, id: number, ownerId: number): Promise<string[] | undefined> {
  const rows = await query(
    tx,
    FileKeys,
    sql`delete from attachments where id = ${id} and owner_id = ${ownerId} and message_id is null
     returning file_key, thumb_key`,
  );
  return rows.length === 0 ? undefined : keysOf(rows);
}

/** Delete up to `limit` unsent uploads created at or before `before`. Return their number and their files' keys. */
export async function deleteAbandoned(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ rows: number; keys: string[] }> {
  const rows = await query(
    tx,
    FileKeys,
    sql`delete from attachments where message_id is null and id in (
       select id from attachments where message_id is null and created_at <= ${before}
       order by created_at limit ${limit} for update skip locked)
     returning file_key, thumb_key`,
  );
  return { rows: rows.length, keys: keysOf(rows) };
}

/** Clear the file keys of up to `limit` expired attachments. Return the number of attachments and their old keys. */
export async function clearExpiredFiles(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ rows: number; keys: string[] }> {
  const rows = await query(
    tx,
    FileKeys,
    sql`with expired as (
       select id, file_key, thumb_key from attachments where file_key is not null and expires_at <= ${now}
       order by expires_at limit ${limit} for update skip locked)
     update attachments a set file_key = null, thumb_key = null, bytes = 0
     from expired where a.id = expired.id returning expired.file_key, expired.thumb_key`,
  );
  return { rows: rows.length, keys: keysOf(rows) };
}

const AttachmentFile = Type.Object({ ...FileKeys.properties, mime: column.text });

/**
 * Return the files of an attachment, or undefined if it is expired, is an abandoned upload or does not exist. Only the
 * owner and, after the attachment was sent, the receiver get the files.
 */
export async function fileFor(
  db: DbOrTx,
  { id, viewerId, now, since }: { id: number; viewerId: number; now: Date; since: Date },
): Promise<Static<typeof AttachmentFile> | undefined> {
  return queryFirst(
    db,
    AttachmentFile,
    sql`select file_key, thumb_key, mime from attachments
     where id = ${id} and ${viewerId} in (owner_id, receiver_id) and file_key is not null
       and (expires_at is null or expires_at > ${now}) and (message_id is not null or created_at > ${since})`,
  );
}

const MessageFile = Type.Object({
  id: column.integer,
  kind: column.code<Attachment['kind']>(),
  file_key: Nullable(column.text),
  url: Nullable(column.text),
  provider_id: Nullable(column.text),
});
export type MessageFile = Static<typeof MessageFile>;

/** Return the attachments of a message that have not expired, in order. */
export function filesOfMessage(db: DbOrTx, messageId: number, now: Date): Promise<MessageFile[]> {
  return query(
    db,
    MessageFile,
    sql`select id, kind, file_key, url, provider_id from attachments
     where message_id = ${messageId} and (expires_at is null or expires_at > ${now}) order by position`,
  );
}
