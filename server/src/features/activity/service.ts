import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import { decodeCursor, encodeCursor, FIRST_POSITION, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { activityPage, insertActivity, type NewActivity } from './queries.ts';

export { wereFriends } from './queries.ts';

/**
 * Record an activity of the player `ownerId` in the current transaction. `actorId` is the other player involved, if
 * any. After the commit, broadcast the activity to all players, except those who do not see the content of one of the
 * two because of a block or a mute.
 */
export async function recordActivity(tx: Tx, site: Site, item: NewActivity): Promise<void> {
  const { owner, ...stored } = await insertActivity(tx, item);
  // Use the activity's level if it is higher: a fight records its activity before it stores the owner's new level.
  const level = Math.max(owner.level, item.level ?? 1);
  const about = item.actorId === undefined ? item.ownerId : [item.ownerId, item.actorId];
  site.realtime.broadcast(tx, 'activity:new', { ...stored, owner: { ...owner, level } }, { about });
}

/**
 * Return a page of the activity of one player or of all players. Leave out items of or about players who have blocked
 * the viewer or are blocked by the viewer. The activity of all players also leaves out items of or about players that
 * the viewer has muted.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listActivity(
  db: DbOrTx,
  {
    userId,
    viewerId,
    before,
    limit,
  }: { userId: number | null; viewerId: number; before?: string; limit: number },
): Promise<{ items: ActivityItem[]; nextCursor: string | null }> {
  const rows = await activityPage(db, {
    ownerId: userId,
    viewerId,
    before: decodeCursor(before, 'before') ?? FIRST_POSITION,
    limit: limit + 1,
  });
  return toPage(rows, limit, ({ createdAt, id }) => encodeCursor({ time: new Date(createdAt), id }));
}
