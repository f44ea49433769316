import {
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationCounts,
  type NotificationType,
} from '@rivalhold/shared/contract/notifications.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirst,
  queryOne,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { isContentVisibleSql, notBlockedSql } from '../blocks/service.ts';
import { areKeysShownSql, type ContentRef, contentKeysSql } from '../hidden-content/service.ts';
import { hasDevicesSql } from '../push/service.ts';

export type NewNotification = {
  userId: number;
  type: NotificationType;
  title: string;
  text: string;
  /** Path of the page that the notification is about. */
  link: string;
  actorId?: number | null;
  postId?: number | null;
  /** Collapse key. A player's unread notifications that have the same key are merged into one. */
  collapse?: string;
  /**
   * The content that the notification is about. The notification disappears while any of this content is hidden. When a
   * notification is merged, only the content that all of its events are about is kept here.
   */
  about?: readonly ContentRef[];
};

/** A time is a string if a statement returns the row as JSON. */
const RowTime = Type.Union([column.date, column.text]);
/** A row of `notifications`. */
export const NotificationRow = Type.Object({
  id: column.integer,
  type: column.code<NotificationType>(),
  title: column.text,
  text: column.text,
  link: column.text,
  actor_id: Nullable(column.integer),
  actor: Nullable(Type.Object({ username: column.text, avatarUrl: Nullable(column.text) })),
  post_id: Nullable(column.integer),
  collapse_key: Nullable(column.text),
  event_count: column.integer,
  position: column.integer,
  created_at: RowTime,
  read_at: Nullable(RowTime),
  /**
   * True if the recipient has a device with push notifications. This is set only in rows that a statement has just
   * stored or updated.
   */
  has_devices: Type.Optional(column.boolean),
});
export type NotificationRow = Static<typeof NotificationRow>;

const COLUMNS = sql`n.id, n.type, n.title, n.text, n.link, n.actor_id, n.post_id, n.event_count, n.position,
  n.created_at, n.read_at, n.collapse_key,
  (select json_build_object('username', username, 'avatarUrl', avatar_url)
   from users where id = n.actor_id and deleted_at is null) as actor`;

/** Convert a row to a notification for the API. */
export const present = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.type,
  isRead: row.read_at !== null,
  title: row.title,
  text: row.text,
  data: {
    actorId: row.actor_id,
    actorName: row.actor?.username ?? null,
    actorAvatarUrl: row.actor?.avatarUrl ?? null,
    postId: row.post_id,
    unreadCount: row.event_count,
    link: row.link,
  },
  createdAt: new Date(row.created_at).toISOString(),
});

/**
 * Maximum number of likers that a notification stores. Only the latest are stored, so a repeated like by an earlier
 * liker counts as a new like.
 */
const MAX_REMEMBERED_LIKERS = 500;

/** A new notification without its recipient. */
export type NotificationContent = Omit<NewNotification, 'userId'>;

/**
 * Return SQL that inserts a notification for `recipient` if `condition` is true. If the recipient has an unread
 * notification with the same collapse key, the SQL updates that notification instead. The SQL does nothing if the
 * recipient is deleted, is the actor, or has muted the actor, or if one of the two has blocked the other. It also does
 * nothing if the notification already counts a like by the actor. The SQL returns `COLUMNS`, and whether the recipient
 * has a device.
 */
export function notificationInsertSql(
  { clock }: Site,
  { type, title, text, link, actorId = null, postId = null, collapse, about }: NotificationContent,
  recipient: number | Sql,
  condition: Sql = sql`true`,
): Sql {
  const actor = sql`${actorId}::bigint`;
  return sql`
  insert into notifications as n
    (user_id, type, title, text, link, actor_id, actor_ids, post_id, collapse_key, content_keys, created_at)
  select u.id, ${type}, ${title}, ${text}, ${link}, ${actor}, array[${actor}], ${postId}, ${collapse ?? null},
    ${about ? contentKeysSql(about) : sql`null::text[]`}, ${clock.now()}
  from users u
  where u.id = ${recipient} and u.deleted_at is null and u.id is distinct from ${actor}
    and ${isContentVisibleSql(sql`u.id`, actor)} and ${condition}
  on conflict (user_id, collapse_key) where read_at is null and collapse_key is not null
  do update set type = excluded.type, title = excluded.title, text = excluded.text, link = excluded.link,
    actor_id = excluded.actor_id, post_id = excluded.post_id,
    content_keys = array(select unnest(n.content_keys) intersect select unnest(excluded.content_keys)),
    actor_ids = case when excluded.type = 'like'
      then (n.actor_ids || excluded.actor_ids)[greatest(1, cardinality(n.actor_ids) + 2 - ${literal(MAX_REMEMBERED_LIKERS)}):]
      else excluded.actor_ids end,
    event_count = n.event_count + 1, position = excluded.position, created_at = excluded.created_at
  where n.type <> 'like' or not n.actor_ids @> excluded.actor_ids
  returning ${COLUMNS}, ${hasDevicesSql(sql`n.user_id`)} as has_devices`;
}

/**
 * Insert a notification, or update the unread notification with the same collapse key (see `notificationInsertSql`).
 */
export async function upsertNotification(
  tx: Tx,
  site: Site,
  { userId, ...content }: NewNotification,
): Promise<NotificationRow | undefined> {
  return queryFirst(tx, NotificationRow, notificationInsertSql(site, content, userId));
}

/** SQL for the condition that the content of a notification is not hidden from a player. */
const isShownSql = (userId: number): Sql => areKeysShownSql(sql`content_keys`, userId);

/** Return unread notifications with positions below `beforePosition`, newest first, each with its position. */
export async function unreadPage(
  db: DbOrTx,
  userId: number,
  beforePosition: number,
  limit: number,
): Promise<{ position: number; item: Notification }[]> {
  const rows = await query(
    db,
    NotificationRow,
    sql`select ${COLUMNS} from notifications n
     where n.user_id = ${userId} and n.read_at is null and n.position < ${beforePosition}
       and ${isShownSql(userId)}
     order by n.position desc limit ${limit}`,
  );
  return rows.map((row) => ({ position: row.position, item: present(row) }));
}

const TypeCount = Type.Object({ type: column.code<NotificationType>(), count: column.integer });

/** Return the number of a player's unread notifications, in total and by type. */
export async function unreadCounts(db: DbOrTx, userId: number): Promise<NotificationCounts> {
  const rows = await query(
    db,
    TypeCount,
    sql`select type, count(*)::integer as count from notifications
     where user_id = ${userId} and read_at is null and ${isShownSql(userId)} group by type`,
  );
  const byType = Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, 0]),
  ) as NotificationCounts['byType'];
  for (const { type, count } of rows) byType[type] = count;
  return { all: rows.reduce((sum, { count }) => sum + count, 0), byType };
}

const MarkedRead = Type.Object({ exists: column.boolean, changed: column.boolean });

/** Mark a notification as read. Return whether it exists, and whether it was unread. */
export async function markRead(
  tx: Tx,
  userId: number,
  id: number,
  at: Date,
): Promise<Static<typeof MarkedRead>> {
  return queryOne(
    tx,
    MarkedRead,
    sql`with marked as (
       update notifications set read_at = ${at}
       where id = ${id} and user_id = ${userId} and read_at is null returning id
     )
     select exists (select 1 from notifications where id = ${id} and user_id = ${userId}) as exists,
            exists (select 1 from marked) as changed`,
  );
}

/**
 * Mark all of a player's notifications as read, and return whether any of them was unread. Notifications about hidden
 * content stay unread, because the player does not see them.
 */
export async function markAllRead(tx: Tx, userId: number, at: Date): Promise<boolean> {
  return queryExists(
    tx,
    sql`update notifications set read_at = ${at}
     where user_id = ${userId} and read_at is null and ${isShownSql(userId)} returning id`,
  );
}

/** Mark the unread notification with a collapse key as read, and return whether there was one. */
export async function markCollapsedRead(
  tx: Tx,
  userId: number,
  collapse: string,
  at: Date,
): Promise<boolean> {
  return queryExists(
    tx,
    sql`update notifications set read_at = ${at}
     where user_id = ${userId} and collapse_key = ${collapse} and read_at is null returning id`,
  );
}

/** Lower the event count of the unread notification that has this collapse key to at most `most`. */
export async function limitEventCount(tx: Tx, userId: number, collapse: string, most: number): Promise<void> {
  await execute(
    tx,
    sql`update notifications set event_count = ${most}
     where user_id = ${userId} and collapse_key = ${collapse} and read_at is null
       and event_count > ${most}::integer`,
  );
}

/**
 * A filter that selects the notifications that match every given field. A filter with `link` selects no merged
 * notifications, because their other events can have other links. A filter with `about` selects a merged notification
 * only if all of its events are about this content.
 */
export type NotificationFilter =
  | { collapse: string; userId?: number }
  | { collapse: string; link: string }
  | { collapse: string; about: ContentRef }
  | { actorId: number; userId: number }
  | { id: number };

/**
 * Return the SQL condition of a filter. Each type of filter has a separate SQL text, so that PostgreSQL uses
 * the best index for each type.
 */
function filterSql(filter: NotificationFilter): Sql {
  if ('id' in filter) return sql`id = ${filter.id}`;
  if ('actorId' in filter) return sql`actor_id = ${filter.actorId} and user_id = ${filter.userId}`;
  if ('link' in filter)
    return sql`collapse_key = ${filter.collapse} and link = ${filter.link} and event_count = 1`;
  if ('about' in filter)
    return sql`collapse_key = ${filter.collapse} and content_keys @> ${contentKeysSql([filter.about])}`;
  if (filter.userId === undefined) return sql`collapse_key = ${filter.collapse}`;
  return sql`collapse_key = ${filter.collapse} and user_id = ${filter.userId}`;
}

/**
 * The likers that remain in the unread notification `id` after a like is removed: their ids, and the latest liker
 * visible to the recipient.
 */
const RemainingLikers = Type.Object({
  id: column.integer,
  actorIds: Type.Array(column.integer),
  latest: Nullable(Type.Object({ id: column.integer, username: column.text })),
});

/**
 * Lock the unread notification that includes a player's like, and return the likers that remain without this like.
 * Return undefined if there is no such notification.
 */
export const lockLikeNotification = (
  tx: Tx,
  { userId, actorId, collapse }: { userId: number; actorId: number; collapse: string },
): Promise<Static<typeof RemainingLikers> | undefined> =>
  queryFirst(
    tx,
    RemainingLikers,
    // Return the ids as JSON, because node-postgres returns the elements of a bigint array as strings.
    sql`select n.id, to_json(array_remove(n.actor_ids, ${actorId}::bigint)) as "actorIds",
          (select json_build_object('id', u.id, 'username', u.username)
           from unnest(n.actor_ids) with ordinality as liker (id, number)
           join users u on u.id = liker.id and u.deleted_at is null and u.id <> ${actorId}::bigint
             and ${notBlockedSql(sql`n.user_id`, sql`u.id`)}
           order by liker.number desc limit 1) as latest
        from notifications n
        where n.user_id = ${userId} and n.collapse_key = ${collapse} and n.read_at is null and n.type = 'like'
          and n.actor_ids @> array[${actorId}::bigint]
        for update`,
  );

/** Store the remaining likers of a notification and its new text, and lower its event count by 1, but not below 1. */
export async function updateLikeNotification(
  tx: Tx,
  {
    id,
    actorIds,
    actorId,
    title,
    text,
  }: { id: number; actorIds: number[]; actorId: number; title: string; text: string },
): Promise<void> {
  await execute(
    tx,
    sql`update notifications set actor_ids = ${actorIds}::bigint[], actor_id = ${actorId},
          event_count = greatest(1, event_count - 1), title = ${title}, text = ${text}
        where id = ${id}`,
  );
}

/** Delete unread notifications and return the ids of the recipients. */
export async function deleteUnread(tx: Tx, filter: NotificationFilter): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`delete from notifications where read_at is null and ${filterSql(filter)} returning user_id`,
  );
}

/** Change the link of unread notifications, because the linked content was deleted. */
export async function replaceLink(
  tx: Tx,
  { collapse, from, to }: { collapse: string; from: string; to: string },
): Promise<void> {
  await execute(
    tx,
    sql`update notifications set link = ${to}
        where read_at is null and collapse_key = ${collapse} and link = ${from}`,
  );
}

/**
 * Delete all notifications that have one of these collapse keys, whether read or not, and return the ids of the
 * recipients.
 */
export async function deleteCollapsed(tx: Tx, collapses: readonly string[]): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`delete from notifications where collapse_key = any (${collapses}::text[]) returning user_id`,
  );
}

/** Delete all notifications about a post, and return the ids of the recipients. */
export async function deleteForPost(tx: Tx, postId: number): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`delete from notifications where post_id = ${postId} returning user_id`,
  );
}

/** Return the ids of the players with unread notifications that have one of these collapse keys. */
export const recipientsOf = (tx: Tx, collapses: readonly string[]): Promise<number[]> =>
  queryValues(
    tx,
    column.integer,
    sql`select distinct user_id from notifications where collapse_key = any (${collapses}::text[]) and read_at is null`,
  );

/** Delete the oldest unread notifications of every player who has more than `maxUnread`. */
export async function deleteUnreadBeyond(db: Db, maxUnread: number): Promise<void> {
  const userIds = await queryValues(
    db,
    column.integer,
    sql`select user_id from notifications where read_at is null
     group by user_id having count(*) > ${maxUnread}`,
  );
  for (const userId of userIds)
    await deleteInBatches(
      db,
      (limit) => sql`
        delete from notifications where read_at is null and id in (
          select id from notifications where user_id = ${userId} and read_at is null
          order by position desc offset ${maxUnread} limit ${limit}
        ) returning id`,
    );
}

/** Delete notifications that were read before a given time. */
export async function deleteRead(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from notifications where id in (
        select id from notifications where read_at < ${before} order by read_at limit ${limit}
      ) returning id`,
  );
}
