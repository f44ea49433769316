import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { type DbOrTx, type Sql, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { schedulePush } from '../push/service.ts';
import { emitCounts } from './count-updates.ts';
import {
  deleteCollapsed,
  deleteForPost,
  deleteUnread,
  limitEventCount,
  markAllRead,
  markCollapsedRead,
  markRead,
  type NewNotification,
  type NotificationFilter,
  type NotificationRow,
  present,
  unreadCounts,
  unreadPage,
  upsertNotification,
} from './queries.ts';

export type { NewNotification, NotificationContent, NotificationRow } from './queries.ts';
export {
  notificationInsertSql,
  unreadCounts,
} from './queries.ts';

/**
 * Tells a player of something, with the transaction it happened in: `notify:new` and `notify:counts` go out after the
 * commit, and what is of a kind for it is pushed a little later. An unread one with the same `collapse` key is renewed
 * instead: it stands for one act more and moves to the front. Nobody is told of their own act, or across a block.
 */
export async function notify(tx: Tx, site: Site, item: NewNotification): Promise<void> {
  if (item.actorId === item.userId) return;
  await notifyStored(tx, site, item.userId, await upsertNotification(tx, site, item));
}

/*
 * A statement that stores something can store the notification too: `notificationInsertSql` is a CTE of it,
 * `notificationRowSql` selects the stored row, and `notifyStored` gets that row.
 */

/** SQL of the row that the CTE `inserted` stored; null where it stored none. */
export const notificationRowSql = (inserted: Sql): Sql => sql`(select to_json(${inserted}) from ${inserted})`;

export async function notifyStored(
  tx: Tx,
  site: Site,
  userId: number,
  row: NotificationRow | null | undefined,
): Promise<void> {
  if (!row) return;
  site.realtime.emit(tx, [userId], 'notify:new', present(row));
  emitCounts(tx, site, userId);
  if (row.has_devices) await schedulePush(tx, site, row);
}

/** Marks the unread one with that key as read, if there is one. */
export async function markCollapsedAsRead(
  tx: Tx,
  site: Site,
  { userId, collapse }: { userId: number; collapse: string },
): Promise<void> {
  if (await markCollapsedRead(tx, userId, collapse, site.clock.now())) emitCounts(tx, site, userId);
}

/**
 * Has the unread one with that key stand for `left` acts at most, since some are undone; with none left it is read.
 */
export async function reduceCollapsed(
  tx: Tx,
  site: Site,
  { userId, collapse, left }: { userId: number; collapse: string; left: number },
): Promise<void> {
  if (left === 0) await markCollapsedAsRead(tx, site, { userId, collapse });
  else await limitEventCount(tx, userId, collapse, left);
}

/** Takes back unread ones that meet all that is given: their cause is gone. */
export async function deleteUnreadNotifications(
  tx: Tx,
  site: Site,
  which: NotificationFilter,
): Promise<void> {
  for (const userId of await deleteUnread(tx, which)) emitCounts(tx, site, userId);
}

/** Takes back all with one of these keys, read or not: what they tell of is gone. */
export async function deleteCollapsedNotifications(
  tx: Tx,
  site: Site,
  collapses: readonly string[],
): Promise<void> {
  for (const userId of await deleteCollapsed(tx, collapses)) emitCounts(tx, site, userId);
}

/** Takes back all about a post, read or not: it is gone. */
export async function deletePostNotifications(tx: Tx, site: Site, postId: number): Promise<void> {
  for (const userId of await deleteForPost(tx, postId)) emitCounts(tx, site, userId);
}

/**
 * A page of what a player has unread, the latest first.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listUnread(
  db: DbOrTx,
  { userId, cursor, limit }: { userId: number } & PageQuery,
): Promise<{ items: Notification[]; nextCursor: string | null }> {
  const rows = await unreadPage(db, userId, decodeIdCursor(cursor), limit + 1);
  const { items, nextCursor } = toPage(rows, limit, ({ position }) => encodeIdCursor({ id: position }));
  return { items: items.map(({ item }) => item), nextCursor };
}

/**
 * Marks one as read; one that is read already stays as it is.
 * @throws AppError notFound for one that is not there, or another player's.
 */
export async function markAsRead(
  db: DbOrTx,
  site: Site,
  { userId, id }: { userId: number; id: number },
): Promise<NotificationCounts> {
  return transaction(db, async (tx) => {
    const { exists, changed } = await markRead(tx, userId, id, site.clock.now());
    if (!exists) throw new AppError('notFound');
    if (changed) emitCounts(tx, site, userId);
    return unreadCounts(tx, userId);
  });
}

/** Marks all of a player's as read. */
export async function markAllAsRead(db: DbOrTx, site: Site, userId: number): Promise<NotificationCounts> {
  return transaction(db, async (tx) => {
    if (await markAllRead(tx, userId, site.clock.now())) emitCounts(tx, site, userId);
    return unreadCounts(tx, userId);
  });
}
