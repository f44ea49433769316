import type { CombatStanding } from '@rivalhold/shared/contract/combat.ts';
import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { leaderboardOf } from '../profiles/service.ts';
import { lossesToSql, winsOverSql } from './fight-lists.ts';

/**
 * Return a player's place on the leaderboard, and the viewer's wins and losses against this player.
 * @throws AppError notFound for a player who does not exist or is hidden from the viewer by a block.
 */
export async function combatStandingOf(
  db: DbOrTx,
  site: Site,
  { viewerId, userId }: { viewerId: number; userId: number },
): Promise<CombatStanding> {
  const headToHead = await queryFirst<{ wins: number; losses: number }>(
    db,
    sql`select ${winsOverSql(viewerId, userId)} as wins, ${lossesToSql(viewerId, userId)} as losses
        from users u where u.id = ${userId} and u.deleted_at is null and ${notBlockedSql(viewerId, userId)}`,
  );
  if (!headToHead) throw new AppError('notFound');
  return {
    place: await leaderboardOf(site).placeOf(db, userId),
    headToHead: viewerId === userId ? null : headToHead,
  };
}
