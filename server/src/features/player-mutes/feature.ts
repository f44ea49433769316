import { playerMutes as contract } from '@rivalhold/shared/contract/player-mutes.ts';
import { PLAYER_MUTE_MESSAGES } from '@rivalhold/shared/texts/player-mutes.ts';
import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';
import { mutedBy, mutePlayer, unmutePlayer } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  mutePlayer: { points: 30, seconds: 600 },
});

/**
 * Delete the mutes that a player created. Mutes of this player by other players stay, so that those players still do
 * not see this player's posts.
 */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from player_mutes where muter_id = ${userId}`);
  return true;
}

/** Return the players muted by a player, but not the players who have muted that player. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  'player-mutes': exportInBatches(
    db,
    (
      afterId,
      limit,
    ) => sql`select u.id, ${knownNameSql(userId, sql`u`)} as username, m.created_at as "since" from player_mutes m join users u on u.id = m.muted_id
     where m.muter_id = ${userId} and m.muted_id > ${afterId} order by m.muted_id limit ${limit}`,
  ),
});

const personalData: PersonalData = {
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

export const playerMutes: Feature = {
  name: 'player-mutes',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/player-mutes': async ({ db, session }) => mutedBy(db, session.user.id),

      'POST /api/player-mutes/{userId}': async ({ db, session, params }) => {
        await site.limits.consume(RATE_LIMITS.mutePlayer, session.user.id);
        await mutePlayer(db, site, { userId: session.user.id, otherId: params.userId });
        return { message: PLAYER_MUTE_MESSAGES.muted };
      },

      'DELETE /api/player-mutes/{userId}': async ({ db, session, params }) => {
        await unmutePlayer(db, site, { userId: session.user.id, otherId: params.userId });
        return { message: PLAYER_MUTE_MESSAGES.unmuted };
      },
    });
  },
  personalData,
};
