import { column } from '../../platform/db/columns.ts';
import { type Db, execute, queryValues, sql, type Tx } from '../../platform/db/db.ts';
import { NOTHING, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { knownNameSql } from './service.ts';

/**
 * Delete the blocks that a player created. Other players' blocks of this player stay, because the player's posts also
 * stay, and must remain hidden from those who blocked the player.
 */
async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await queryValues(
    tx,
    column.integer,
    sql`delete from blocks where blocker_id = ${userId} returning blocked_id`,
  );
  // Erase the player's name and avatar from other players' blocks.
  await execute(
    tx,
    sql`update blocks set blocked_name = null, blocked_avatar = null where blocked_id = ${userId}
     and (blocked_name is not null or blocked_avatar is not null)`,
  );
  if (ids.length > 0) site.realtime.relationsChanged(tx, [userId, ...ids]);
  return true;
}

/** Return the players blocked by a player, but not the players who have blocked that player. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  blocks: exportInBatches(
    db,
    (
      afterId,
      limit,
    ) => sql`select u.id, ${knownNameSql(userId, sql`u`)} as username, b.created_at as "since" from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = ${userId} and b.blocked_id > ${afterId} order by b.blocked_id limit ${limit}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    blocks: {
      retention: 'account',
      rows: (userId) => sql`blocker_id = ${userId}`,
      otherRows: 'blocks by others stay, so that the player’s remaining content stays hidden from them',
      columns: {
        blocker_id: ['erased', SELF],
        blocked_id: ['erased', { as: 'blocks.id' }],
        created_at: ['erased', { as: 'blocks.since' }],
        blocker_name: ['erased', SELF, NOTHING],
        blocker_avatar: ['erased', SELF, NOTHING],
        blocked_name: [
          'erased',
          { omitted: 'the export has the current username of the other player' },
          NOTHING,
        ],
        blocked_avatar: ['erased', { omitted: 'it is a picture of another player' }, NOTHING],
      },
    },
  },
};
