import { setTimeout as sleep } from 'node:timers/promises';
import type { AfterCommit } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { unreadCounts } from './queries.ts';

/** Delay before the unread counts are sent, so that several notifications within this time cause only one update. */
const DEBOUNCE_MS = 50;
/**
 * The players whose unread counts will soon be queried or are being queried. The value is true if the player's
 * notifications have changed since the query began, so that the counts must be queried again.
 */
const pendingRefreshes = perSite(() => new Map<number, boolean>());
const scheduledInTransaction = new WeakMap<AfterCommit, Set<number>>();

/**
 * Emit a player's unread counts soon after the commit, once per transaction. A node never sends an older count after a
 * newer one. However, if two nodes read counts at the same time, the older count can arrive last, and the browser then
 * shows it until the next change or reload. Counts are not read for disconnected players.
 */
export function emitCounts(tx: AfterCommit, site: Site, userId: number): void {
  const users = scheduledInTransaction.get(tx) ?? new Set();
  scheduledInTransaction.set(tx, users);
  if (users.has(userId)) return;
  users.add(userId);
  tx.afterCommit(() => site.realtime.mayBeConnected(userId) && void refresh(site, userId));
}

async function refresh(site: Site, userId: number): Promise<void> {
  const players = pendingRefreshes(site);
  if (players.has(userId)) {
    players.set(userId, true);
    return;
  }
  players.set(userId, false);
  try {
    do {
      await sleep(DEBOUNCE_MS, undefined, { ref: false });
      players.set(userId, false);
      if (!site.realtime.mayBeConnected(userId)) return;
      site.realtime.emitVolatile([userId], 'notify:counts', await unreadCounts(site.db, userId));
    } while (players.get(userId));
  } catch (error) {
    site.log.warn({ err: error }, 'sending notification counts failed');
  } finally {
    players.delete(userId);
  }
}
