import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { cutPage, type PageQuery, readIdCursor, writeIdCursor } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { pushSoon } from '../push/service.ts';
import { tellCounts } from './counts.ts';
import {
  deleteCollapsed,
  deleteOfPost,
  deleteUnread,
  limitActs,
  markAllRead,
  markCollapsedRead,
  markRead,
  type NewNotification,
  type NotificationRow,
  present,
  unreadCounts,
  unreadPage,
  upsertNotification,
  type Which,
} from './queries.ts';

export type { NewNotification, NotificationRow } from './queries.ts';
export { noticeText, noticeValues, toldValues, unreadCounts } from './queries.ts';

/**
 * Tells a player of something, with the transaction it happened in: `notify:new` and `notify:counts` go out after the
 * commit, and what is of a kind for it is pushed a little later. An unread one with the same `collapse` key is renewed
 * instead: it stands for one act more and moves to the front. Nobody is told of their own act, or across a block.
 */
export async function notify(tx: Tx, site: Site, item: NewNotification): Promise<void> {
  if (item.actorId === item.userId) return;
  await tellNotice(tx, site, item.userId, await upsertNotification(tx, site, item));
}

/*
 * The same as `notify`, as a part of a statement that does more than that, for the ways to the database that it saves:
 * `noticeText` is a CTE of it, `noticeValues` its parameters (`toldValues` where it finds the player itself), and
 * `tellNotice` is to be given what `noticeRow` selected.
 */

/** SQL of what the CTE `told` stored; null where that is nothing. */
export const noticeRow = (told: string): string => `(select to_json(${told}) from ${told})`;

export async function tellNotice(
  tx: Tx,
  site: Site,
  userId: number,
  row: NotificationRow | null | undefined,
): Promise<void> {
  if (!row) return;
  site.realtime.emit(tx, [userId], 'notify:new', present(row));
  tellCounts(tx, site, userId);
  if (row.has_devices) await pushSoon(tx, site, row);
}

/** Marks the unread one with that key as read, if there is one. */
export async function readCollapsed(
  tx: Tx,
  site: Site,
  { userId, collapse }: { userId: number; collapse: string },
): Promise<void> {
  if (await markCollapsedRead(tx, userId, collapse, site.clock.now())) tellCounts(tx, site, userId);
}

/**
 * Has the unread one with that key stand for `left` acts at most, since some are undone; with none left it is read.
 */
export async function undoneCollapsed(
  tx: Tx,
  site: Site,
  { userId, collapse, left }: { userId: number; collapse: string; left: number },
): Promise<void> {
  if (left === 0) await readCollapsed(tx, site, { userId, collapse });
  else await limitActs(tx, userId, collapse, left);
}

/** Takes back unread ones that meet all that is given: their cause is gone. */
export async function dropNotifications(tx: Tx, site: Site, which: Which): Promise<void> {
  for (const userId of await deleteUnread(tx, which)) tellCounts(tx, site, userId);
}

/** Takes back all with one of these keys, read or not: what they tell of is gone. */
export async function dropCollapsed(tx: Tx, site: Site, collapses: readonly string[]): Promise<void> {
  for (const userId of await deleteCollapsed(tx, collapses)) tellCounts(tx, site, userId);
}

/** Takes back all about a post, read or not: it is gone. */
export async function dropOfPost(tx: Tx, site: Site, postId: number): Promise<void> {
  for (const userId of await deleteOfPost(tx, postId)) tellCounts(tx, site, userId);
}

/**
 * A page of what a player has unread, the latest first.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listUnread(
  db: DbOrTx,
  { userId, cursor, limit }: { userId: number } & PageQuery,
): Promise<{ items: Notification[]; nextCursor: string | null }> {
  const rows = await unreadPage(db, userId, readIdCursor(cursor), limit + 1);
  const { items, nextCursor } = cutPage(rows, limit, ({ place }) => writeIdCursor({ id: place }));
  return { items: items.map(({ item }) => item), nextCursor };
}

/**
 * Marks one as read; one that is read already stays as it is.
 * @throws AppError notFound for one that is not there, or another player's.
 */
export async function readOne(
  db: DbOrTx,
  site: Site,
  { userId, id }: { userId: number; id: number },
): Promise<NotificationCounts> {
  return transaction(db, async (tx) => {
    const { exists, changed } = await markRead(tx, userId, id, site.clock.now());
    if (!exists) throw new AppError('notFound');
    if (changed) tellCounts(tx, site, userId);
    return unreadCounts(tx, userId);
  });
}

/** Marks all of a player's as read. */
export async function readAll(db: DbOrTx, site: Site, userId: number): Promise<NotificationCounts> {
  return transaction(db, async (tx) => {
    if (await markAllRead(tx, userId, site.clock.now())) tellCounts(tx, site, userId);
    return unreadCounts(tx, userId);
  });
}
