import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';
import { activityPage } from './queries.ts';

export type NewActivity = {
  type: 'JOIN' | 'LEVEL_UP' | 'COMBAT_WIN' | 'NEW_FRIEND';
  ownerId: number;
  actorId?: number;
  level?: number;
  xp?: number;
  coins?: number;
  fightId?: number;
  at: Date;
};

/** Writes down something that a player did, with the transaction it happened in. */
export async function addActivity(tx: Tx, item: NewActivity): Promise<void> {
  await run(
    tx,
    `insert into activity (type, owner_id, actor_id, level, xp, coins, fight_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      item.type,
      item.ownerId,
      item.actorId ?? null,
      item.level ?? null,
      item.xp ?? null,
      item.coins ?? null,
      item.fightId ?? null,
      item.at,
    ],
  );
}

/**
 * A page of one player's activity, or of everybody's.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listActivity(
  db: DbOrTx,
  { userId, before, limit }: { userId: number | null; before: string | undefined; limit: number },
): Promise<{ items: ActivityItem[]; nextCursor: string | null }> {
  const rows = await activityPage(db, userId, readCursor(before, 'before'), limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor:
      rows.length > limit && last ? writeCursor({ at: new Date(last.createdAt), id: last.id }) : null,
  };
}
