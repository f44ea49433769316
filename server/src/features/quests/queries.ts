import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Quest } from '@rivalhold/shared/contract/quests.ts';
import { type DbOrTx, run, runExists, runFirst, type Tx } from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { hiddenUsersCte, notInHiddenUsersSql } from '../blocks/service.ts';

export type QuestList = { done: Quest[]; claimed: Quest[]; closed: boolean };

/** Gives a new player their first quests. */
export async function insertQuestList(tx: Tx, userId: number, at: Date): Promise<void> {
  await run(tx, 'insert into quest_lists (user_id, begun_at) values ($1, $2)', [userId, at]);
}

export const listOf = (db: DbOrTx, userId: number): Promise<QuestList | undefined> =>
  runFirst(db, 'select done, claimed, closed_at is not null as closed from quest_lists where user_id = $1', [
    userId,
  ]);

/** Notes a quest as done in the lists it was open in; answers whose those are, without those put away. */
export async function markDone(tx: Tx, userIds: readonly number[], quest: Quest): Promise<number[]> {
  const rows = await run<{ id: number; closed: boolean }>(
    tx,
    `with held as (
       select user_id from quest_lists
       where user_id = any ($1::bigint[]) and $2::text <> all (done) order by user_id for update)
     update quest_lists q set done = array_append(done, $2::text) from held
     where q.user_id = held.user_id and $2::text <> all (done)
     returning q.user_id as id, closed_at is not null as closed`,
    [userIds, quest],
  );
  return rows.filter(({ closed }) => !closed).map(({ id }) => id);
}

export async function markClaimed(tx: Tx, userId: number, quest: Quest): Promise<void> {
  await run(tx, 'update quest_lists set claimed = array_append(claimed, $2::text) where user_id = $1', [
    userId,
    quest,
  ]);
}

/** Puts a list away, or brings it back for null. Answers whether that changed it. */
export async function setClosed(tx: Tx, userId: number, at: Date | null): Promise<boolean> {
  return runExists(
    tx,
    `update quest_lists set closed_at = $2
     where user_id = $1 and (closed_at is null) <> ($2::timestamptz is null) returning user_id`,
    [userId, at],
  );
}

/** How many of a level a rival is chosen from. */
const RIVAL_POOL_SIZE = 12;
/** Levels beside one's own, the best first: far above is no fight to begin with. */
const LEVEL_OFFSETS = '(0, 0), (1, -1), (2, 1), (3, 2)';

const RIVALS_SQL = `
  with ${hiddenUsersCte('$1')}, own as (select level from characters where user_id = $1)
  select found.* from own, (values ${LEVEL_OFFSETS}) as near (rank, step)
  cross join lateral (
    select u.id, u.username, u.avatar_url as "avatarUrl", c.level
    from characters c join users u on u.id = c.user_id
    where c.level = own.level + near.step and c.user_id <> $1 and ${notInHiddenUsersSql('c.user_id')}
      and u.deleted_at is null and not ${suspendedSql('u', '$2')}
    order by c.user_id desc limit ${RIVAL_POOL_SIZE}
  ) found
  order by near.rank, found.id desc`;

/** The newest players of the level nearest to a player's own that there are any of, who can be fought. */
export async function rivalsOf(db: DbOrTx, userId: number, now: Date): Promise<PlayerRef[]> {
  const rows = await run<PlayerRef>(db, RIVALS_SQL, [userId, now]);
  return rows.filter(({ level }) => level === rows[0]?.level);
}
