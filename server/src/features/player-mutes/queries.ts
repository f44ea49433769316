import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { type DbOrTx, query, queryExists, queryOne, sql, type Tx } from '../../platform/db/db.ts';
import { knownAsSql } from '../blocks/service.ts';

/** Store a mute. Return whether it is new, and how many players the player had muted before. */
export async function insertMute(
  tx: Tx,
  { muterId, mutedId, at }: { muterId: number; mutedId: number; at: Date },
): Promise<{ isNew: boolean; before: number }> {
  return queryOne<{ isNew: boolean; before: number }>(
    tx,
    sql`with added as (
          insert into player_mutes (muter_id, muted_id, created_at) values (${muterId}, ${mutedId}, ${at})
          on conflict do nothing returning muted_id
        )
        select exists (select 1 from added) as "isNew",
          (select count(*)::integer from player_mutes where muter_id = ${muterId}) as before`,
  );
}

/** Delete a mute, and return whether there was one. */
export const deleteMute = (tx: Tx, muterId: number, mutedId: number): Promise<boolean> =>
  queryExists(
    tx,
    sql`delete from player_mutes where muter_id = ${muterId} and muted_id = ${mutedId} returning muter_id`,
  );

/**
 * Return the players that a player has muted, sorted by name, with their names and avatars as `knownAsSql` describes.
 * Leave out deleted players.
 */
export const mutedBy = (db: DbOrTx, userId: number): Promise<PlayerRef[]> =>
  query<PlayerRef>(
    db,
    sql`select u.id, coalesce(known.name, ${PROFILE_TEXTS.deletedPlayer}) as username,
          known.avatar as "avatarUrl", c.level
        from player_mutes m join users u on u.id = m.muted_id join characters c on c.user_id = u.id
          cross join ${knownAsSql(userId, sql`u`)} known
        where m.muter_id = ${userId} and u.deleted_at is null order by lower(known.name collate "C"), u.id`,
  );
