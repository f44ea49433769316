import { LIMITS } from '@rivalhold/shared/limits.ts';
import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { countBlocks, deleteBlock, insertBlock, lockPlayers } from '../blocks/service.ts';
import { forfeitFightBetween } from '../combat/service.ts';
import { markConversationRead } from '../dms/service.ts';
import { endFriendRelations } from '../friends/service.ts';
import { deleteUnreadNotifications } from '../notifications/service.ts';

export { blockedBy } from '../blocks/service.ts';

type Pair = { userId: number; otherId: number };

/**
 * Block a player and end the friendship, requests and open fight between the two. Deletes their notifications of each
 * other, and marks unread messages of the blocked player as read. The blocked player is not notified. Blocking twice
 * changes nothing.
 * @throws AppError invalid for the caller's own id; notFound for an unknown player; conflict above 1,000 blocks.
 */
export async function blockPlayer(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  if (userId === otherId) throw new AppError('invalid', 'You cannot block yourself.');
  await transaction(db, async (tx) => {
    const players = await lockPlayers(tx, userId, otherId);
    if (!players.includes(otherId)) throw new AppError('notFound');
    if (!(await insertBlock(tx, userId, otherId, site.clock.now()))) return;
    if ((await countBlocks(tx, userId)) > LIMITS.blocks) throw new AppError('conflict', BLOCK_TEXTS.tooMany);
    // Before what drops notifications, as whoever reads does it.
    await markConversationRead(tx, site, { userId, otherId });
    await endFriendRelations(tx, site, userId, otherId);
    await forfeitFightBetween(tx, site, { userId, otherId });
    await deleteUnreadNotifications(tx, site, { userId, actorId: otherId });
    await deleteUnreadNotifications(tx, site, { userId: otherId, actorId: userId });
    onBlocksChanged(tx, site, { userId, otherId });
  });
}

/** Unblock a player. What the block ended is not restored. Does nothing if the player is not blocked. */
export async function unblockPlayer(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPlayers(tx, userId, otherId);
    if (await deleteBlock(tx, userId, otherId)) onBlocksChanged(tx, site, { userId, otherId });
  });
}

function onBlocksChanged(tx: Tx, site: Site, { userId, otherId }: Pair): void {
  site.realtime.relationsChanged(tx, [userId, otherId]);
  site.realtime.emit(tx, [userId], 'blocks:changed', {});
}
