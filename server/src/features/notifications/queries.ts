import type {
  Notification,
  NotificationCounts,
  NotificationType,
} from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TYPES } from '@rivalhold/shared/contract/notifications.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import {
  type Db,
  type DbOrTx,
  run,
  runExists,
  runFirst,
  runOne,
  runValues,
  type Tx,
} from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { hasDevices } from '../push/service.ts';

export type NewNotification = {
  userId: number;
  type: NotificationType;
  title: string;
  text: string;
  /** The site path of the thing. */
  link: string;
  actorId?: number | null;
  postId?: number | null;
  /** Unread ones of a player with the same key are one. */
  collapse?: string;
};

/** A row as it is read, or as JSON made of it. */
export type NotificationRow = {
  id: number;
  type: NotificationType;
  title: string;
  text: string;
  link: string;
  actor_id: number | null;
  actor_name: string | null;
  post_id: number | null;
  event_count: number;
  position: number;
  created_at: Date | string;
  read_at: Date | string | null;
  /** Of one that was stored or renewed: whether its player has a device that can be pushed to. */
  has_devices?: boolean;
};

const COLUMNS = `n.id, n.type, n.title, n.text, n.link, n.actor_id, n.post_id, n.event_count, n.position, n.created_at, n.read_at,
  (select username from users where id = n.actor_id and deleted_at is null) as actor_name`;

export const present = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.type,
  isRead: row.read_at !== null,
  title: row.title,
  text: row.text,
  data: {
    actorId: row.actor_id,
    actorName: row.actor_name,
    postId: row.post_id,
    unreadCount: row.event_count,
    link: row.link,
  },
  createdAt: new Date(row.created_at).toISOString(),
});

/** How many parameters `noticeText` takes for what is told. */
const PARAMETER_COUNT = 8;
/** So many of those who liked last stand in a notification; who liked before them may be told of again. */
const MAX_REMEMBERED_LIKERS = 500;

/**
 * SQL that stores one of the parameters from `$first` on (`noticeValues`) for the player `whom` where `given` holds, or
 * renews the unread one with its key; neither for a player who is gone or acts themselves, nor across a block, nor for a
 * like of somebody whose like it tells of already: who likes and unlikes again and again is told of once. Answers its
 * `COLUMNS`, and whether there is a device.
 */
export function notificationInsertSql(
  firstParameter: number,
  condition = 'true',
  recipient = `$${firstParameter + PARAMETER_COUNT}`,
): string {
  const [type, title, text, link, actor, post, collapse, at] = Array.from(
    { length: PARAMETER_COUNT },
    (_, index) => `$${firstParameter + index}`,
  );
  return `
  insert into notifications as n (user_id, type, title, text, link, actor_id, actors, post_id, collapse, created_at)
  select u.id, ${type}, ${title}, ${text}, ${link}, ${actor}::bigint, array[${actor}::bigint], ${post}, ${collapse}, ${at}
  from users u
  where u.id = ${recipient} and u.deleted_at is null and u.id is distinct from ${actor}::bigint
    and ${notBlockedSql('u.id', `${actor}::bigint`)} and ${condition}
  on conflict (user_id, collapse) where read_at is null and collapse is not null
  do update set type = excluded.type, title = excluded.title, text = excluded.text, link = excluded.link,
    actor_id = excluded.actor_id, post_id = excluded.post_id,
    actors = case when excluded.type = 'like'
      then (n.actors || excluded.actors)[greatest(1, cardinality(n.actors) + 2 - ${MAX_REMEMBERED_LIKERS}):]
      else excluded.actors end,
    event_count = n.event_count + 1, position = excluded.position, created_at = excluded.created_at
  where n.type <> 'like' or not n.actors @> excluded.actors
  returning ${COLUMNS}, ${hasDevices('n.user_id')} as has_devices`;
}

export const notificationInsertValues = (site: Site, item: NewNotification): unknown[] => [
  ...notificationContentValues(site, item),
  item.userId,
];

/** Without the player, where the statement says `whom`. */
export const notificationContentValues = (
  { clock }: Site,
  item: Omit<NewNotification, 'userId'>,
): unknown[] => {
  const { type, title, text, link, actorId = null, postId = null, collapse = null } = item;
  return [type, title, text, link, actorId, postId, collapse, clock.now()];
};

const UPSERT_SQL = notificationInsertSql(1);

/** Stores or renews one, as `noticeText` says. */
export async function upsertNotification(
  tx: Tx,
  site: Site,
  item: NewNotification,
): Promise<NotificationRow | undefined> {
  return runFirst<NotificationRow>(tx, UPSERT_SQL, notificationInsertValues(site, item));
}

/** Return unread notifications before a position, newest first, each with its position. */
export async function unreadPage(
  db: DbOrTx,
  userId: number,
  beforePosition: number,
  limit: number,
): Promise<{ position: number; item: Notification }[]> {
  const rows = await run<NotificationRow>(
    db,
    `select ${COLUMNS} from notifications n
     where n.user_id = $1 and n.read_at is null and n.position < $2 order by n.position desc limit $3`,
    [userId, beforePosition, limit],
  );
  return rows.map((row) => ({ position: row.position, item: present(row) }));
}

/** How many a player has unread, all together and of each type. */
export async function unreadCounts(db: DbOrTx, userId: number): Promise<NotificationCounts> {
  const rows = await run<{ type: NotificationType; count: number }>(
    db,
    `select type, count(*)::integer as count from notifications
     where user_id = $1 and read_at is null group by type`,
    [userId],
  );
  const byType = Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, 0]),
  ) as NotificationCounts['byType'];
  for (const { type, count } of rows) byType[type] = count;
  return { all: rows.reduce((sum, { count }) => sum + count, 0), byType };
}

/** Marks one as read. Answers whether there is such a one, and whether it was unread. */
export async function markRead(
  tx: Tx,
  userId: number,
  id: number,
  at: Date,
): Promise<{ exists: boolean; changed: boolean }> {
  return runOne(
    tx,
    `with marked as (
       update notifications set read_at = $3 where id = $2 and user_id = $1 and read_at is null returning id
     )
     select exists (select 1 from notifications where id = $2 and user_id = $1) as exists,
            exists (select 1 from marked) as changed`,
    [userId, id, at],
  );
}

/** Answers whether any was unread. */
export async function markAllRead(tx: Tx, userId: number, at: Date): Promise<boolean> {
  return runExists(
    tx,
    'update notifications set read_at = $2 where user_id = $1 and read_at is null returning id',
    [userId, at],
  );
}

/** Answers whether there was one unread with that key. */
export async function markCollapsedRead(
  tx: Tx,
  userId: number,
  collapse: string,
  at: Date,
): Promise<boolean> {
  return runExists(
    tx,
    `update notifications set read_at = $3
     where user_id = $1 and collapse = $2 and read_at is null returning id`,
    [userId, collapse, at],
  );
}

/** The unread one with that key stands for so many acts at most. */
export async function limitEventCount(tx: Tx, userId: number, collapse: string, most: number): Promise<void> {
  await run(
    tx,
    `update notifications set event_count = $3
     where user_id = $1 and collapse = $2 and read_at is null and event_count > $3::integer`,
    [userId, collapse, most],
  );
}

/** Which unread ones to delete: those that meet all that is given. */
export type NotificationFilter =
  | { collapse: string; userId?: number }
  | { collapse: string; link: string }
  | { actorId: number; userId: number };

const deleteUnreadSql = (condition: string): string =>
  `delete from notifications where read_at is null and ${condition} returning user_id`;
// Each choice is a text of its own with its own plan.
const DELETE_UNREAD_BY = {
  all: deleteUnreadSql('collapse = $1'),
  ofPlayer: deleteUnreadSql('collapse = $1 and user_id = $2'),
  ofLink: deleteUnreadSql('collapse = $1 and link = $2'),
  ofActor: deleteUnreadSql('actor_id = $1 and user_id = $2'),
};

/** Deletes unread ones; answers whose they were. */
export async function deleteUnread(tx: Tx, which: NotificationFilter): Promise<number[]> {
  if ('actorId' in which)
    return runValues<number>(tx, DELETE_UNREAD_BY.ofActor, [which.actorId, which.userId]);
  const { collapse } = which;
  if ('link' in which) return runValues<number>(tx, DELETE_UNREAD_BY.ofLink, [collapse, which.link]);
  if (which.userId === undefined) return runValues<number>(tx, DELETE_UNREAD_BY.all, [collapse]);
  return runValues<number>(tx, DELETE_UNREAD_BY.ofPlayer, [collapse, which.userId]);
}

/** Deletes all with one of these keys, read or not; answers whose they were. */
export async function deleteCollapsed(tx: Tx, collapses: readonly string[]): Promise<number[]> {
  return runValues<number>(
    tx,
    'delete from notifications where collapse = any ($1::text[]) returning user_id',
    [collapses],
  );
}

/** Deletes all about a post, read or not; answers whose they were. */
export async function deleteForPost(tx: Tx, postId: number): Promise<number[]> {
  return runValues<number>(tx, 'delete from notifications where post_id = $1 returning user_id', [postId]);
}

/** Deletes the oldest unread ones of every player who has more than `kept`. */
export async function deleteUnreadBeyond(db: Db, maxUnread: number): Promise<void> {
  const many = await run<{ userId: number }>(
    db,
    `select user_id as "userId" from notifications where read_at is null
     group by user_id having count(*) > $1`,
    [maxUnread],
  );
  for (const { userId } of many)
    await deleteInBatches(
      db,
      `delete from notifications where read_at is null and id in (
           select id from notifications where user_id = $1 and read_at is null
           order by position desc offset $2 limit $3
         ) returning id`,
      [userId, maxUnread],
    );
}

/** Deletes those read before a time. */
export async function deleteRead(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    `delete from notifications where id in (
         select id from notifications where read_at < $1 order by read_at limit $2
       ) returning id`,
    [before],
  );
}
