import {
  type CombatStanding,
  type combat,
  HeadToHead,
  type PastFight,
} from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { otherSide } from '@rivalhold/shared/fights/fight.ts';
import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { leaderboardOf, presentPlayer } from '../profiles/service.ts';
import {
  lossesToSql,
  type OpenFightRow,
  openFightsOf,
  type PastFightRow,
  pastFightsOf,
  winsOverSql,
} from './fight-lists.ts';
import { hasLeftPage, isShownPresent, isUnanswered } from './live.ts';
import { connectionsOf } from './presenters.ts';
import { sideOf } from './queries.ts';

type OpenFight = Reply<(typeof combat)['routes']['GET /api/combat/open']>[number];

/** Return a player's open fights. The fight with the latest exchange comes first. */
export async function openFights(db: DbOrTx, site: Site, userId: number): Promise<OpenFight[]> {
  const rows = await openFightsOf(db, userId);
  return rows.map((row) => toOpenFight(site, row, userId));
}

function toOpenFight(site: Site, row: OpenFightRow, userId: number): OpenFight {
  const { live, ranked } = row;
  const side = sideOf(row, userId);
  const isDefender = side === 'defender';
  const now = site.clock.now().getTime();
  const unanswered = isDefender && isUnanswered(live);
  const hasLeft = hasLeftPage(live, side);
  return {
    id: row.id,
    opponent: presentPlayer(row),
    isAttacker: !isDefender,
    unseen: isDefender && row.defender_seen_at === null && row.is_unmuted && !unanswered,
    challengeExpiresAt:
      live.challengeExpiresAt === null || !row.is_unmuted
        ? null
        : new Date(live.challengeExpiresAt).toISOString(),
    isJoined: ranked || live.defender.lastSeenAt !== null,
    isUnanswered: unanswered,
    hasLeft,
    // A player who has left a fight gets an offer to return while the opponent is present. For all other players, the
    // value is always false, because it could reveal who is online.
    isOpponentPresent: hasLeft && isShownPresent(live, otherSide(side), now, connectionsOf(site, row)),
    ranked,
    isRematch: row.is_rematch,
    lastAt: row.last_at.toISOString(),
  };
}

/**
 * Return a page of a player's finished fights, latest first.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function pastFights(
  db: DbOrTx,
  userId: number,
  { cursor, limit }: PageQuery,
): Promise<{ items: PastFight[]; nextCursor: string | null }> {
  const rows = await pastFightsOf(db, userId, { before: decodeIdCursor(cursor), limit: limit + 1 });
  const { items, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { items: items.map((row) => toPastFight(row, userId)), nextCursor };
}

/**
 * Return a player's rank on the leaderboard, and the viewer's wins and losses against this player.
 * @throws AppError notFound for a player who does not exist or is hidden from the viewer by a block.
 */
export async function combatStandingOf(
  db: DbOrTx,
  site: Site,
  { viewerId, userId }: { viewerId: number; userId: number },
): Promise<CombatStanding> {
  const headToHead = await queryFirst(
    db,
    HeadToHead,
    sql`select ${winsOverSql(viewerId, userId)} as wins, ${lossesToSql(viewerId, userId)} as losses
        from users u where u.id = ${userId} and u.deleted_at is null and ${notBlockedSql(viewerId, userId)}`,
  );
  if (!headToHead) throw new AppError('notFound');
  return {
    rank: await leaderboardOf(site).rankOf(db, userId),
    headToHead: viewerId === userId ? null : headToHead,
  };
}

function toPastFight(row: PastFightRow, userId: number): PastFight {
  const won = row.winner_id === userId;
  return {
    id: row.id,
    opponent: presentPlayer(row),
    isAttacker: row.attacker_id === userId,
    won,
    isCounted: row.ranked || row.is_counted,
    rewards: { xp: (won ? row.reward_xp : row.defeat_xp) ?? 0, coins: won ? (row.reward_coins ?? 0) : 0 },
    headToHead: { wins: row.wins, losses: row.losses },
    endedAt: row.ended_at.toISOString(),
  };
}
