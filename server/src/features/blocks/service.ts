import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import {
  type DbOrTx,
  queryValues,
  run,
  runExists,
  runValue,
  runValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';

/*
 * The one rule of blocks, beneath every feature that must hold it: between two players of whom one has blocked the
 * other nothing begins and neither sees the other. What a block ends stands in `blocking`, above them all.
 */

/** For a reading that is the same for everybody: no player, so without blocks. */
export const NO_VIEWER = 0;

/**
 * A condition for a WHERE: neither of two players has blocked the other.
 * @param viewer SQL of a user id, such as `$1`
 * @param player SQL of the other's, such as `u.id`; where it is null nobody is meant, and the condition holds
 */
export const notBlockedSql = (viewer: string, player: string): string =>
  `not exists (select 1 from blocks where blocker_id = ${viewer} and blocked_id = ${player}
     union all select 1 from blocks where blocker_id = ${player} and blocked_id = ${viewer})`;

/** SQL of those in a block relation with the viewer, one row for each block. */
const hiddenUsersSql = (viewer: string): string => `
  select blocked_id as id from blocks where blocker_id = ${viewer}
  union all select blocker_id from blocks where blocked_id = ${viewer}`;

/**
 * The same for many players at once: those in a block relation with the viewer are looked up once a statement.
 * @param viewer SQL of a user id that is the same for all rows, such as `$1`
 * @param player SQL of the other's, never null
 */
export const notHiddenSql = (viewer: string, player: string): string =>
  `${player} not in (${hiddenUsersSql(viewer)})`;

/**
 * The same where a statement asks more than once: it begins with this, `with ${hiddenFrom('$1')}`, and then says
 * `notAmongHidden`, so that those in a block relation with the viewer are looked up once for all of it.
 */
export const hiddenUsersCte = (viewer: string): string =>
  `hidden as materialized (${hiddenUsersSql(viewer)})`;
export const notInHiddenUsersSql = (player: string): string => `${player} not in (select id from hidden)`;

/**
 * The same in a statement for several viewers: after `asked`, a CTE with a column `viewer`, it says
 * `${hiddenFromEach('asked')}`, and then `notHiddenFrom` of one of them. By the offset each is looked up by an index,
 * however many blocks there are.
 */
export const hiddenUsersPerViewerCte = (asked: string): string => `hidden as materialized (
  select viewer, other.id from ${asked} cross join lateral (${hiddenUsersSql('viewer')} offset 0) other)`;
export const notHiddenPerViewerSql = (viewer: string, player: string): string =>
  `(${viewer}, ${player}) not in (select viewer, id from hidden)`;

const IS_BLOCKED = `select 1 where not ${notBlockedSql('$1::bigint', '$2::bigint')}`;
const BLOCK_RELATIONS = `
  select blocked_id as id from blocks where blocker_id = $1
  union select blocker_id from blocks where blocked_id = $1`;

/** Whether one of the two has blocked the other. */
export async function isBlocked(db: DbOrTx, one: number, other: number): Promise<boolean> {
  return runExists(db, IS_BLOCKED, [one, other]);
}

/** The refusal across a block, which does not say that there is one. */
export const blockedError = (): AppError => new AppError('forbidden', BLOCK_TEXTS.refused);

/** @throws AppError forbidden where one of the two has blocked the other; the text does not say that. */
export async function assertNotBlocked(db: DbOrTx, one: number, other: number): Promise<void> {
  if (await isBlocked(db, one, other)) throw blockedError();
}

/** @throws AppError notFound where one of the two has blocked the other, as if that one were not there. */
export async function assertVisible(db: DbOrTx, viewerId: number, userId: number): Promise<void> {
  if (viewerId !== userId && (await isBlocked(db, viewerId, userId))) throw new AppError('notFound');
}

/** SQL of the ids of those in a block relation with `$1`, as JSON: for a statement that does more than ask for them. */
export const BLOCKED_IDS_SQL = `(select coalesce(json_agg(id), '[]') from (${BLOCK_RELATIONS}) blocked)`;

/** Whom a player has blocked and who has blocked them. */
export async function blockedIds(db: DbOrTx, userId: number): Promise<number[]> {
  return runValues<number>(db, BLOCK_RELATIONS, [userId]);
}

/** Pairs of one of these players and somebody in a block relation with them. */
export async function blockPairs(
  db: DbOrTx,
  userIds: readonly number[],
): Promise<{ userId: number; otherId: number }[]> {
  return run(
    db,
    `select blocker_id as "userId", blocked_id as "otherId" from blocks where blocker_id = any ($1)
     union all select blocked_id, blocker_id from blocks where blocked_id = any ($1)`,
    [userIds],
  );
}

/** Those of several players who are in any block relation. */
export async function playersWithBlocks(db: DbOrTx, userIds: readonly number[]): Promise<Set<number>> {
  const ids = await runValues<number>(
    db,
    `select id from unnest($1::bigint[]) viewer (id)
     where exists (select 1 from blocks where blocker_id = id) or exists (select 1 from blocks where blocked_id = id)`,
    [userIds],
  );
  return new Set(ids);
}

/** How many a player has blocked. */
export async function countBlocks(db: DbOrTx, userId: number): Promise<number> {
  return runValue<number>(db, 'select count(*)::integer as count from blocks where blocker_id = $1', [
    userId,
  ]);
}

/** Those a player has blocked, by name. */
export async function blockedBy(db: DbOrTx, userId: number): Promise<PlayerRef[]> {
  return run<PlayerRef>(
    db,
    `select u.id, u.username, u.avatar_url as "avatarUrl", c.level
     from blocks b join users u on u.id = b.blocked_id join characters c on c.user_id = u.id
     where b.blocker_id = $1 and u.deleted_at is null order by lower(u.username)`,
    [userId],
  );
}

/**
 * Locks two players in the order of their ids, before anything is made or ended between them; so that a block and what
 * it forbids never pass each other.
 * @returns those of the two there are.
 */
export async function lockPlayers(tx: Tx, one: number, other: number): Promise<number[]> {
  return queryValues<number>(
    tx,
    sql`select id from users where id in (${one}, ${other}) and deleted_at is null order by id for no key update`,
  );
}

/** Answers whether there was none before. */
export async function insertBlock(tx: Tx, blockerId: number, blockedId: number, at: Date): Promise<boolean> {
  return runExists(
    tx,
    `insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3)
     on conflict do nothing returning blocker_id`,
    [blockerId, blockedId, at],
  );
}

/** Answers whether there was one. */
export async function deleteBlock(tx: Tx, blockerId: number, blockedId: number): Promise<boolean> {
  return runExists(tx, 'delete from blocks where blocker_id = $1 and blocked_id = $2 returning blocker_id', [
    blockerId,
    blockedId,
  ]);
}
