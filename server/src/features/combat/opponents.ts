import { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, literal, query, type Sql, sql } from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { hiddenUsersCte, notInHiddenUsersSql } from '../blocks/service.ts';
import { isAcceptedSql, seesSql } from '../safety/service.ts';
import { isInColumn } from './queries.ts';

/**
 * Ranges of levels relative to the player's own level, in order of preference. Each range consists of its rank, its
 * lowest difference and its highest difference. Closer levels come first. At the same distance, lower levels come
 * before higher levels.
 */
const LEVEL_RANGES = sql`(0, 0, 0), (1, -1, -1), (2, 1, 1), (3, -3, -2), (4, 2, 3), (5, -1000, -4)`;
/** Up to this rank in `LEVEL_RANGES`, levels differ from the player's own level by at most one. */
const NEAR_RANK = 2;
/** Maximum number of players that are considered from each range of levels. */
const POOL_SIZE = 24;
/**
 * The search in a range of levels starts at a multiple of this number, modulo 1, which changes every hour. These
 * positions are evenly distributed between 0 and 1.
 */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
/**
 * Maximum number of fights in which to look for recent opponents. It applies separately to fights as attacker and as
 * defender.
 */
const MAX_RECENT = 50;

const Candidate = Type.Object({ ...PlayerRef.properties, rank: column.integer, fought: column.boolean });
type Candidate = Static<typeof Candidate>;
type Viewer = { userId: number; now: Date };

/** Return the fairest opponent for a player, or null if there is no possible opponent. */
export async function fairOpponentOf(db: DbOrTx, site: Site, viewer: Viewer): Promise<PlayerRef | null> {
  const [best] = await candidatesOf(db, site, viewer);
  return best ? { id: best.id, username: best.username, avatarUrl: best.avatarUrl, level: best.level } : null;
}

/**
 * Return the ids of the candidates whose level differs from the player's by at most one, the best first. Leave out
 * recent opponents.
 */
export async function fairOpponentIds(db: DbOrTx, site: Site, viewer: Viewer): Promise<number[]> {
  const candidates = await candidatesOf(db, site, viewer);
  return candidates.filter(({ rank, fought }) => rank <= NEAR_RANK && !fought).map(({ id }) => id);
}

/**
 * Return possible opponents of a player, the best first. Opponents who have not fought the player for a day come before
 * all others. Within these two groups, the order of `LEVEL_RANGES` applies. Leave out opponents who are suspended or
 * deleted, who have an open fight against the player, who do not accept the player's challenges, who do not let the
 * player find them, or who are hidden from the player by a block or a mute. The result changes every hour: each range
 * then contributes different candidates, and the order of equally good candidates changes.
 */
async function candidatesOf(db: DbOrTx, site: Site, { userId, now }: Viewer): Promise<Candidate[]> {
  const dayAgo = new Date(now.getTime() - DAY);
  const start = userId + Math.floor(now.getTime() / HOUR);
  const position = (start * GOLDEN_RATIO) % 1;
  const candidatesSql = (inPart: Sql) => sql`
    select u.id, u.username, u.avatar_url as "avatarUrl", c.level
    from characters c join users u on u.id = c.user_id
    where c.level >= own.level + near.lowest and ${inPart}
      and c.user_id <> ${userId} and c.user_id not in (select id from open_fights)
      and ${notInHiddenUsersSql(sql`c.user_id`)} and u.deleted_at is null and not ${suspendedSql(sql`u`, now)}
      and ${isAcceptedSql(site, 'challenges', userId, sql`u.id`)} and ${seesSql('search', userId, sql`u.id`)}
    order by c.level desc, c.user_id desc limit ${literal(POOL_SIZE)}`;
  const rows = await query(
    db,
    Candidate,
    sql`
      with ${hiddenUsersCte(userId)}, own as (select level from characters where user_id = ${userId}),
      recent as materialized (
        select id from (
          (select defender_id as id, created_at from fights where ${isInColumn(sql`attacker_id`, userId)}
            order by attacker_id desc, fights.id desc limit ${literal(MAX_RECENT)})
          union all
          (select attacker_id, created_at from fights where ${isInColumn(sql`defender_id`, userId)}
            order by defender_id desc, fights.id desc limit ${literal(MAX_RECENT)})
        ) latest where created_at > ${dayAgo}
      ),
      open_fights as materialized (
        select defender_id as id from fights where attacker_id = ${userId} and status = 'active'
        union all
        select attacker_id from fights where defender_id = ${userId} and status = 'active'
      )
      select found.*, near.rank, found.id in (select id from recent) as fought
      from own, (values ${LEVEL_RANGES}) as near (rank, lowest, highest)
      cross join lateral (
        select level, user_id as last_id from characters
        where level between own.level + near.lowest and own.level + near.highest
        order by level desc, user_id desc limit 1
      ) top
      cross join lateral (
        select user_id + floor(${position}::float8 * (top.last_id - user_id + 1))::bigint as id
        from characters where level >= top.level order by level, user_id limit 1
      ) first
      cross join lateral (
        (${candidatesSql(sql`(c.level, c.user_id) <= (top.level, first.id)`)})
        union all
        (${candidatesSql(sql`c.level = top.level and c.user_id > first.id`)})
        limit ${literal(POOL_SIZE)}
      ) found
      order by fought, near.rank, found.id`,
  );
  const equallyGood = Map.groupBy(rows, ({ rank, fought }) => `${fought} ${rank}`);
  return [...equallyGood.values()].flatMap((group) => {
    const first = start % group.length;
    return [...group.slice(first), ...group.slice(0, first)];
  });
}
