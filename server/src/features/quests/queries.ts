import { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Quest } from '@rivalhold/shared/contract/quests.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirst,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { hiddenUsersCte, notInHiddenUsersSql } from '../blocks/service.ts';
import { isAcceptedSql, seesSql } from '../safety/service.ts';

const QuestList = Type.Object({
  done: Type.Array(column.code<Quest>()),
  claimed: Type.Array(column.code<Quest>()),
  closed: column.boolean,
});
export type QuestList = Static<typeof QuestList>;

/** Insert the quest progress of a new player. */
export async function insertQuestProgress(tx: Tx, userId: number, at: Date): Promise<void> {
  await execute(tx, sql`insert into quest_progress (user_id, started_at) values (${userId}, ${at})`);
}

/**
 * Return a player's quest progress.
 * @throws AppError `notFound` if the account has been deleted.
 */
export async function listOf(db: DbOrTx, userId: number): Promise<QuestList> {
  const list = await queryFirst(
    db,
    QuestList,
    sql`select done, claimed, closed_at is not null as closed from quest_progress where user_id = ${userId}`,
  );
  if (!list) throw new AppError('notFound');
  return list;
}

const ChangedQuestList = Type.Object({ id: column.integer, closed: column.boolean });

/**
 * Mark a quest as done for the given players who have not done it yet. Return the ids of these players,
 * except players who have skipped their quests.
 */
export async function markDone(tx: Tx, userIds: readonly number[], quest: Quest): Promise<number[]> {
  const rows = await query(
    tx,
    ChangedQuestList,
    sql`with locked as (
       select user_id from quest_progress
       where user_id = any (${userIds}::bigint[]) and ${quest}::text <> all (done) order by user_id for update)
     update quest_progress q set done = array_append(done, ${quest}::text) from locked
     where q.user_id = locked.user_id and ${quest}::text <> all (done)
     returning q.user_id as id, closed_at is not null as closed`,
  );
  return rows.filter(({ closed }) => !closed).map(({ id }) => id);
}

/** Mark the reward of a quest as claimed. */
export async function markClaimed(tx: Tx, userId: number, quest: Quest): Promise<void> {
  await execute(
    tx,
    sql`update quest_progress set claimed = array_append(claimed, ${quest}::text) where user_id = ${userId}`,
  );
}

/** Skip a player's quests, or resume them if `at` is null. Return false if nothing changed. */
export async function setClosed(tx: Tx, userId: number, at: Date | null): Promise<boolean> {
  return queryExists(
    tx,
    sql`update quest_progress set closed_at = ${at}
     where user_id = ${userId} and (closed_at is null) <> (${at}::timestamptz is null) returning user_id`,
  );
}

/** A rival is chosen from at most this many players, all of the same level. */
const RIVAL_POOL_SIZE = 12;
/**
 * The possible levels of a rival: pairs of a priority (0 is the highest) and a difference from the player's level. Much
 * higher levels are too hard for a first fight.
 */
const LEVEL_OFFSETS = sql`(0, 0), (1, -1), (2, 1), (3, 2)`;

/**
 * Return a player's possible rivals, newest first: players who are not deleted, suspended or hidden by a block, and
 * whose settings let the player find and challenge them. All rivals have the same level: the first level in
 * `LEVEL_OFFSETS` at which there is a possible rival.
 */
export async function rivalsOf(db: DbOrTx, site: Site, userId: number): Promise<PlayerRef[]> {
  const now = site.clock.now();
  const rows = await query(
    db,
    PlayerRef,
    sql`
      with ${hiddenUsersCte(userId)}, own as (select level from characters where user_id = ${userId})
      select found.* from own, (values ${LEVEL_OFFSETS}) as near (rank, step)
      cross join lateral (
        select u.id, u.username, u.avatar_url as "avatarUrl", c.level
        from characters c join users u on u.id = c.user_id
        where c.level = own.level + near.step and c.user_id <> ${userId}
          and ${notInHiddenUsersSql(sql`c.user_id`)}
          and u.deleted_at is null and not ${suspendedSql(sql`u`, now)}
          and ${isAcceptedSql(site, 'challenges', userId, sql`u.id`)} and ${seesSql('search', userId, sql`u.id`)}
        order by c.user_id desc limit ${literal(RIVAL_POOL_SIZE)}
      ) found
      order by near.rank, found.id desc`,
  );
  return rows.filter(({ level }) => level === rows[0]?.level);
}
