import { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  query,
  queryExists,
  queryOne,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { knownAsSql, lockPlayers } from '../blocks/service.ts';
import { deleteUnreadNotifications } from '../notifications/service.ts';

type Pair = { userId: number; otherId: number };

/**
 * Return the players that a player has muted, sorted by name, with their names and avatars as `knownAsSql` describes.
 * Leave out deleted players.
 */
export const mutedBy = (db: DbOrTx, userId: number): Promise<PlayerRef[]> =>
  query(
    db,
    PlayerRef,
    sql`select u.id, coalesce(known.name, ${PROFILE_TEXTS.deletedPlayer}) as username,
          known.avatar as "avatarUrl", c.level
        from player_mutes m join users u on u.id = m.muted_id join characters c on c.user_id = u.id
          cross join ${knownAsSql(userId, sql`u`)} known
        where m.muter_id = ${userId} and u.deleted_at is null order by lower(known.name collate "C"), u.id`,
  );

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

const InsertedMute = Type.Object({ isNew: column.boolean, before: column.integer });

/** Store a mute. Return whether it is new, and how many players the player had muted before. */
async function insertMute(
  tx: Tx,
  { muterId, mutedId, at }: { muterId: number; mutedId: number; at: Date },
): Promise<Static<typeof InsertedMute>> {
  return queryOne(
    tx,
    InsertedMute,
    sql`with added as (
          insert into player_mutes (muter_id, muted_id, created_at) values (${muterId}, ${mutedId}, ${at})
          on conflict do nothing returning muted_id
        )
        select exists (select 1 from added) as "isNew",
          (select count(*)::integer from player_mutes where muter_id = ${muterId}) as before`,
  );
}

/** Delete a mute, and return whether there was one. */
const deleteMute = (tx: Tx, muterId: number, mutedId: number): Promise<boolean> =>
  queryExists(
    tx,
    sql`delete from player_mutes where muter_id = ${muterId} and muted_id = ${mutedId} returning muter_id`,
  );
