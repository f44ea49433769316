import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { type DbOrTx, type Sql, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { schedulePush } from '../push/service.ts';
import { emitCounts } from './count-updates.ts';
import {
  deleteCollapsed,
  deleteForPost,
  deleteUnread,
  limitEventCount,
  lockLikeNotification,
  markAllRead,
  markCollapsedRead,
  markRead,
  type NewNotification,
  type NotificationFilter,
  type NotificationRow,
  present,
  recipientsOf,
  unreadCounts,
  unreadPage,
  updateLikeNotification,
  upsertNotification,
} from './queries.ts';

const RATE_LIMITS = defineRateLimits({
  /**
   * Limits how often the owner of a post or picture is notified when one player likes it again and again. Each node
   * counts separately, so that a like does not wait for Redis.
   */
  announcedLike: { points: 1, seconds: 3600, perNode: true },
});

export type { NotificationContent } from './queries.ts';
export { NotificationRow, notificationInsertSql, replaceLink, unreadCounts } from './queries.ts';

/**
 * Create a notification in the current transaction. After the commit, emit `notify:new` and `notify:counts`,
 * and send a push message if notifications of this kind are pushed. If an unread notification has the same
 * `collapse` key, it is updated instead: its event count increases, and it moves to the front. Do nothing for
 * the recipient's own actions, and in the other cases that `notificationInsertSql` lists, such as a block.
 */
export async function notify(tx: Tx, site: Site, item: NewNotification): Promise<void> {
  if (item.actorId === item.userId) return;
  await notifyStored(tx, site, item.userId, await upsertNotification(tx, site, item));
}

/*
 * A statement that stores content can also store the notification about this content. To do this, add
 * `notificationInsertSql` to the statement as a CTE, select the notification with `notificationRowSql`, and
 * pass it to `notifyStored`.
 */

/** Return SQL for the notification that the CTE `inserted` stored, or null if it stored none. */
export const notificationRowSql = (inserted: Sql): Sql => sql`(select to_json(${inserted}) from ${inserted})`;

/**
 * Emit a stored notification and the recipient's unread counts after the commit, and schedule a push message. For a
 * like that is repeated within an hour, emit only the counts. Do nothing if no notification was stored.
 * @param isSilent true to send no push message
 */
export async function notifyStored(
  tx: Tx,
  site: Site,
  userId: number,
  row: NotificationRow | null | undefined,
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<void> {
  if (!row) return;
  emitCounts(tx, site, userId);
  if (await isRepeatedLike(tx, site, userId, row)) return;
  site.realtime.emit(tx, [userId], 'notify:new', present(row));
  if (row.has_devices && !isSilent) await schedulePush(tx, site, row);
}

/**
 * Report whether the recipient was already notified of the same like within the last hour. Without this check, a player
 * could notify the recipient again and again by removing the like and adding it again.
 */
async function isRepeatedLike(
  tx: Tx,
  site: Site,
  userId: number,
  { type, actor_id, collapse_key }: NotificationRow,
): Promise<boolean> {
  if (type !== 'like') return false;
  const key = `${userId}:${actor_id}:${collapse_key}`;
  const isRepeated = await site.limits.isSpent(RATE_LIMITS.announcedLike, key);
  // Count the like only after the commit, because the transaction might be retried. If counting fails, the
  // only effect is that the next like causes a notification, too.
  if (!isRepeated)
    tx.afterCommit(() => void site.limits.record(RATE_LIMITS.announcedLike, key).catch(() => undefined));
  return isRepeated;
}

/** Mark the unread notification with this collapse key as read, if there is one. */
export async function markCollapsedAsRead(
  tx: Tx,
  site: Site,
  { userId, collapse }: { userId: number; collapse: string },
): Promise<void> {
  if (await markCollapsedRead(tx, userId, collapse, site.clock.now())) emitCounts(tx, site, userId);
}

/**
 * Lower the event count of the unread notification with this collapse key to `left`, because the other events were
 * undone. If `left` is 0, mark the notification as read.
 */
export async function reduceCollapsed(
  tx: Tx,
  site: Site,
  { userId, collapse, left }: { userId: number; collapse: string; left: number },
): Promise<void> {
  if (left === 0) await markCollapsedAsRead(tx, site, { userId, collapse });
  else await limitEventCount(tx, userId, collapse, left);
}

/** Delete the unread notifications that match a filter, because their cause no longer exists. */
export async function deleteUnreadNotifications(
  tx: Tx,
  site: Site,
  which: NotificationFilter,
): Promise<void> {
  for (const userId of await deleteUnread(tx, which)) emitCounts(tx, site, userId);
}

/**
 * Remove a withdrawn like from the owner's unread notification, so that the notification names the latest remaining
 * liker. If no liker visible to the owner remains, delete the notification. Do nothing if the notification has been
 * read.
 * @param message returns the new title and text, given the username of the latest remaining liker
 */
export async function withdrawLikeNotification(
  tx: Tx,
  site: Site,
  like: { userId: number; actorId: number; collapse: string },
  message: (username: string) => { title: string; text: string },
): Promise<void> {
  const found = await lockLikeNotification(tx, like);
  if (!found) return;
  if (found.latest === null) await deleteUnreadNotifications(tx, site, { id: found.id });
  else
    await updateLikeNotification(tx, {
      ...found,
      actorId: found.latest.id,
      ...message(found.latest.username),
    });
}

/** Delete all notifications that have one of these collapse keys, whether read or not. */
export async function deleteCollapsedNotifications(
  tx: Tx,
  site: Site,
  collapses: readonly string[],
): Promise<void> {
  for (const userId of await deleteCollapsed(tx, collapses)) emitCounts(tx, site, userId);
}

/** Delete all notifications about a deleted post, whether read or not. */
export async function deletePostNotifications(tx: Tx, site: Site, postId: number): Promise<void> {
  for (const userId of await deleteForPost(tx, postId)) emitCounts(tx, site, userId);
}

/**
 * Emit the unread counts of the players who have notifications with one of these collapse keys. Call this
 * after hiding content or showing it again.
 */
export async function refreshUnreadCounts(tx: Tx, site: Site, collapses: readonly string[]): Promise<void> {
  for (const userId of await recipientsOf(tx, collapses)) emitCounts(tx, site, userId);
}

/**
 * Return a page of a player's unread notifications, latest first. Leave out notifications about hidden content.
 * @throws AppError `invalid` for a malformed cursor.
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
 * Mark a notification as read if it is unread, and return the player's unread counts.
 * @throws AppError `notFound` if it does not exist or is another player's.
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

/**
 * Mark all of a player's notifications as read, except notifications about hidden content. Return the player's unread
 * counts.
 */
export async function markAllAsRead(db: DbOrTx, site: Site, userId: number): Promise<NotificationCounts> {
  return transaction(db, async (tx) => {
    if (await markAllRead(tx, userId, site.clock.now())) emitCounts(tx, site, userId);
    return unreadCounts(tx, userId);
  });
}
