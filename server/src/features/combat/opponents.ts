import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import { type DbOrTx, literal, query, sql } from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { hiddenUsersCte, notInHiddenUsersSql } from '../blocks/service.ts';

/**
 * Ranges of levels relative to the player's own, in order of preference. Without players of the same level, weaker
 * players come first.
 */
const LEVEL_RANGES = sql`(0, 0, 0), (1, -1, -1), (2, 1, 1), (3, -3, -2), (4, 2, 3), (5, -1000, -4)`;
/** The number of players of each range from which the opponent is chosen. */
const POOL_SIZE = 24;
/** Maximum number of recent opponents that are avoided. */
const MAX_RECENT = 50;

/**
 * Return a fair opponent: a player of a similar level, if possible one who has not fought the player for a day. The
 * opponent changes every hour.
 */
export async function fairOpponentOf(
  db: DbOrTx,
  { userId, now }: { userId: number; now: Date },
): Promise<PlayerRef | null> {
  const dayAgo = new Date(now.getTime() - DAY);
  const rows = await query<PlayerRef & { rank: number; fought: boolean }>(
    db,
    sql`
      with ${hiddenUsersCte(userId)}, own as (select level from characters where user_id = ${userId}),
      recent as materialized (
        select id from (
          (select defender_id as id, created_at from fights where attacker_id = ${userId}
            order by fights.id desc limit ${literal(MAX_RECENT)})
          union all
          (select attacker_id, created_at from fights where defender_id = ${userId}
            order by fights.id desc limit ${literal(MAX_RECENT)})
        ) latest where created_at > ${dayAgo}
      )
      select found.*, near.rank, found.id in (select id from recent) as fought
      from own, (values ${LEVEL_RANGES}) as near (rank, lowest, highest)
      cross join lateral (
        select u.id, u.username, u.avatar_url as "avatarUrl", c.level
        from characters c join users u on u.id = c.user_id
        where c.level between own.level + near.lowest and own.level + near.highest and c.user_id <> ${userId}
          and ${notInHiddenUsersSql(sql`c.user_id`)}
          and u.deleted_at is null and not ${suspendedSql(sql`u`, now)}
        order by c.level desc, c.user_id desc limit ${literal(POOL_SIZE)}
      ) found
      order by fought, near.rank, found.id`,
  );
  const [first] = rows;
  const best = rows.filter(({ rank, fought }) => rank === first?.rank && fought === first.fought);
  const chosen = best[(userId + Math.floor(now.getTime() / HOUR)) % best.length];
  return chosen
    ? { id: chosen.id, username: chosen.username, avatarUrl: chosen.avatarUrl, level: chosen.level }
    : null;
}
