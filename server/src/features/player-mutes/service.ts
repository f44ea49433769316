import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { lockPlayers } from '../blocks/service.ts';
import { deleteUnreadNotifications } from '../notifications/service.ts';
import { deleteMute, insertMute } from './queries.ts';

export { mutedBy } from './queries.ts';

type Pair = { userId: number; otherId: number };

/**
 * Mute a player: hide the player's content from the caller, and delete the caller's unread notifications that the
 * player caused. The muted player is not notified. Muting again changes nothing.
 * @throws AppError `invalid` for the caller's own id; `notFound` if the player does not exist; `conflict` if the caller
 *   would have more than 1,000 mutes
 */
export async function mutePlayer(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  if (userId === otherId) throw new AppError('invalid', PLAYER_MUTE_TEXTS.own);
  await transaction(db, async (tx) => {
    const players = await lockPlayers(tx, userId, otherId);
    if (!players.includes(otherId)) throw new AppError('notFound');
    const { isNew, before } = await insertMute(tx, {
      muterId: userId,
      mutedId: otherId,
      at: site.clock.now(),
    });
    if (!isNew) return;
    if (before >= LIMITS.blocks) throw new AppError('conflict', PLAYER_MUTE_TEXTS.tooMany);
    await deleteUnreadNotifications(tx, site, { userId, actorId: otherId });
    onMutesChanged(tx, site, userId);
  });
}

/** Unmute a player. Unmuting a player who is not muted changes nothing. */
export async function unmutePlayer(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    if (await deleteMute(tx, userId, otherId)) onMutesChanged(tx, site, userId);
  });
}

/** Make the player's tabs reload their content, as after a block. */
function onMutesChanged(tx: Tx, site: Site, userId: number): void {
  site.realtime.relationsChanged(tx, [userId]);
  site.realtime.emit(tx, [userId], 'blocks:changed', {});
}
