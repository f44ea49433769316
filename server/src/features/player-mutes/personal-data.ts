import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';

/**
 * Delete the mutes that a player created. Mutes of this player by other players stay, so that those players still do
 * not see this player's posts.
 */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from player_mutes where muter_id = ${userId}`);
  return true;
}

/** Return the players muted by a player, but not the players who have muted that player. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  'player-mutes': readInBatches(
    db,
    (
      afterId,
      limit,
    ) => sql`select u.id, ${knownNameSql(userId, sql`u`)} as username, m.created_at as "since" from player_mutes m join users u on u.id = m.muted_id
     where m.muter_id = ${userId} and m.muted_id > ${afterId} order by m.muted_id limit ${limit}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    player_mutes: {
      retention: 'account',
      rows: (userId) => sql`muter_id = ${userId}`,
      otherRows: 'mutes by others stay, so that the player’s remaining content stays hidden from them',
      columns: {
        muter_id: ['erased', SELF],
        muted_id: ['erased', { as: 'player-mutes.id' }],
        created_at: ['erased', { as: 'player-mutes.since' }],
      },
    },
  },
};
