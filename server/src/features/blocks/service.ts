import { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { BLOCK_MESSAGES, BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  query,
  queryExists,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';

/*
 * If one of two players has blocked the other, the two cannot interact and cannot see each other. Features
 * end existing relations between the two players in `onBlock`.
 */

const Pair = Type.Object({ userId: column.integer, otherId: column.integer });
type Pair = Static<typeof Pair>;

/** Viewer id for queries that ignore blocks and return the same rows to everyone. */
export const NO_VIEWER = 0;

/**
 * Return an SQL condition that is true if neither of two players has blocked the other.
 * @param viewer a user id, or an SQL expression for it
 * @param player the other player's id, or an SQL expression for it, such as `u.id`; if the id is null, the condition is
 *   true
 */
export const notBlockedSql = (viewer: number | Sql, player: number | Sql): Sql =>
  sql`not exists (select 1 from blocks where blocker_id = ${viewer} and blocked_id = ${player}
     union all select 1 from blocks where blocker_id = ${player} and blocked_id = ${viewer})`;

/**
 * Return an SQL condition that is true unless a viewer has muted a player. Muting hides only the player's content, and
 * notifications about the player, from the viewer.
 * @param player as in `notBlockedSql`
 */
export const notMutedSql = (viewer: number | Sql, player: number | Sql): Sql =>
  sql`not exists (select 1 from player_mutes where muter_id = ${viewer} and muted_id = ${player})`;

/** Return an SQL condition that is true if neither a block nor a mute hides a player's content from a viewer. */
export const isContentVisibleSql = (viewer: number | Sql, player: number | Sql): Sql =>
  sql`${notBlockedSql(viewer, player)} and ${notMutedSql(viewer, player)}`;

/** SQL for the players who have blocked the viewer or are blocked by the viewer, with one row for each block. */
const blockedUsersSql = (viewer: number | Sql): Sql => sql`
  select blocked_id as id from blocks where blocker_id = ${viewer}
  union all select blocker_id from blocks where blocked_id = ${viewer}`;

/** SQL for the players whose content the viewer does not see because of a block or a mute. */
const hiddenUsersSql = (viewer: number | Sql): Sql => sql`${blockedUsersSql(viewer)}
  union all select muted_id from player_mutes where muter_id = ${viewer}`;

/** SQL for the players who do not see an author's content because of a block or a mute. */
const hiddenFromSql = (author: number | Sql): Sql => sql`${blockedUsersSql(author)}
  union all select muter_id from player_mutes where muted_id = ${author}`;

/**
 * Return the condition of `notBlockedSql` in a form for many rows: it looks up the viewer's block relations once per
 * statement.
 * @param viewer a user id that is the same for all rows
 * @param player an SQL expression for the other player's id, never null
 */
export const notInBlockedUsersSql = (viewer: number | Sql, player: Sql): Sql =>
  sql`${player} not in (${blockedUsersSql(viewer)})`;

/**
 * Return the condition of `isContentVisibleSql` in a form for many rows: it looks up the viewer's blocks and mutes once
 * per statement.
 */
export const notHiddenSql = (viewer: number | Sql, player: Sql): Sql =>
  sql`${player} not in (${hiddenUsersSql(viewer)})`;

/**
 * SQL for a CTE that looks up blocks and mutes once, in a statement that uses the condition of `notHiddenSql` several
 * times. Start the statement with `with ${hiddenUsersCte(viewerId)}`, and use `notInHiddenUsersSql` as the condition.
 */
export const hiddenUsersCte = (viewer: number | Sql): Sql =>
  sql`hidden as materialized (${hiddenUsersSql(viewer)})`;
/** SQL for the condition of `notHiddenSql`, for a statement that starts with `hiddenUsersCte`. */
export const notInHiddenUsersSql = (player: Sql): Sql => sql`${player} not in (select id from hidden)`;

/**
 * SQL like `hiddenUsersCte`, but for several viewers. `viewers` is a CTE with a column `viewer`. Use
 * `notHiddenPerViewerSql` as the condition. `offset 0` makes the planner use an index for each viewer, regardless of
 * the number of blocks.
 */
export const hiddenUsersPerViewerCte = (viewers: Sql): Sql => sql`hidden as materialized (
  select viewer, other.id from ${viewers} cross join lateral (${hiddenUsersSql(sql`viewer`)} offset 0) other)`;
/** SQL for the condition of `notHiddenSql`, for a statement that starts with `hiddenUsersPerViewerCte`. */
export const notHiddenPerViewerSql = (viewer: Sql, player: Sql): Sql =>
  sql`(${viewer}, ${player}) not in (select viewer, id from hidden)`;

/**
 * SQL for a player's name and avatar as a viewer sees them. Without a block between the two, these are the current
 * values. A block stores the values of both players. While the block exists, each player sees the other's stored
 * values. Therefore, a blocked player does not learn the new name of the blocker. In an anonymized copy of the site,
 * blocks store no values. There, the blocked player sees null instead of the blocker's name and avatar. The blocker
 * sees the current name of the blocked player, but null instead of the avatar.
 * @param player SQL alias of the other player's row of `users`
 */
export const knownAsSql = (viewer: number | Sql, player: Sql): Sql => sql`lateral (
  select name, avatar from (
    select blocker_name as name, blocker_avatar as avatar, created_at, 0 as rank from blocks
      where blocker_id = ${player}.id and blocked_id = ${viewer}
    union all select coalesce(blocked_name, ${player}.username), blocked_avatar, created_at, 0 from blocks
      where blocker_id = ${viewer} and blocked_id = ${player}.id
    union all select ${player}.username, ${player}.avatar_url, null, 1) as names
  order by rank, created_at limit 1)`;

/** SQL for the name of a player as a viewer sees it, for exports. See `knownAsSql`. */
export const knownNameSql = (viewer: number | Sql, player: Sql): Sql =>
  sql`(select name from ${knownAsSql(viewer, player)} known)`;

/** Report whether one of two players has blocked the other. */
export async function isBlocked(db: DbOrTx, one: number, other: number): Promise<boolean> {
  return queryExists(db, sql`select 1 where not ${notBlockedSql(one, other)}`);
}

/**
 * Create the error for an action that a block forbids. A deleted or nonexistent account causes the same error, so the
 * error does not reveal the block.
 */
export const blockedError = (): AppError => new AppError('forbidden', BLOCK_TEXTS.refused);

/**
 * Throw if one of two players has blocked the other.
 * @throws AppError `forbidden`, with a message that does not reveal the block.
 */
export async function assertNotBlocked(db: DbOrTx, one: number, other: number): Promise<void> {
  if (await isBlocked(db, one, other)) throw blockedError();
}

/**
 * Throw the error for a nonexistent player if one of two players has blocked the other.
 * @throws AppError `notFound`.
 */
export async function assertVisible(db: DbOrTx, viewerId: number, userId: number): Promise<void> {
  if (viewerId !== userId && (await isBlocked(db, viewerId, userId))) throw new AppError('notFound');
}

/** SQL for a JSON array with the ids of players who do not see an author's content, for use in a larger statement. */
export const hiddenFromIdsSql = (authorId: number): Sql =>
  sql`(select coalesce(json_agg(distinct id), '[]') from (${hiddenFromSql(authorId)}) hidden_from)`;

/**
 * Return the ids of players who do not see the content of at least one of the given authors because of a block or a
 * mute.
 */
export async function hiddenFrom(db: DbOrTx, authorIds: readonly number[]): Promise<number[]> {
  return queryValues(
    db,
    column.integer,
    sql`select distinct other.id from unnest(${authorIds}::bigint[]) author (id)
        cross join lateral (${hiddenFromSql(sql`author.id`)} offset 0) other`,
  );
}

/** Return the ids of players that a player has blocked, or who have blocked that player. */
export async function blockedIds(db: DbOrTx, userId: number): Promise<number[]> {
  return queryValues(db, column.integer, sql`select distinct id from (${blockedUsersSql(userId)}) blocked`);
}

/**
 * Return the block relations of the given players. In each relation, `userId` is a given player, and `otherId` is the
 * other player.
 */
export async function blockPairs(db: DbOrTx, userIds: readonly number[]): Promise<Pair[]> {
  return query(
    db,
    Pair,
    sql`select blocker_id as "userId", blocked_id as "otherId" from blocks where blocker_id = any (${userIds})
     union all select blocked_id, blocker_id from blocks where blocked_id = any (${userIds})`,
  );
}

/** Return the blocks between the given players, each once. In each block, `userId` has blocked `otherId`. */
export async function blocksAmong(db: DbOrTx, userIds: readonly number[]): Promise<Pair[]> {
  return query(
    db,
    Pair,
    sql`select blocker_id as "userId", blocked_id as "otherId" from blocks
        where blocker_id = any (${userIds}::bigint[]) and blocked_id = any (${userIds}::bigint[])`,
  );
}

/** SQL for the condition that a player has blocked or muted anyone, or is blocked by anyone. */
export const hidesPlayersSql = (userId: Sql): Sql => sql`(
  exists (select 1 from blocks where blocker_id = ${userId})
  or exists (select 1 from blocks where blocked_id = ${userId})
  or exists (select 1 from player_mutes where muter_id = ${userId}))`;

/** Return the number of players that a player has blocked. */
async function countBlocks(db: DbOrTx, userId: number): Promise<number> {
  return queryValue(
    db,
    column.integer,
    sql`select count(*)::integer as count from blocks where blocker_id = ${userId}`,
  );
}

/**
 * Return the players that a player has blocked, ordered by name, with their names and avatars as `knownAsSql`
 * describes. Leave out deleted players.
 */
export async function blockedBy(db: DbOrTx, userId: number): Promise<PlayerRef[]> {
  return query(
    db,
    PlayerRef,
    sql`select u.id, coalesce(known.name, ${PROFILE_TEXTS.deletedPlayer}) as username,
       known.avatar as "avatarUrl", c.level
     from blocks b join users u on u.id = b.blocked_id join characters c on c.user_id = u.id
       cross join ${knownAsSql(userId, sql`u`)} known
     where b.blocker_id = ${userId} and u.deleted_at is null order by lower(known.name collate "C"), u.id`,
  );
}

/**
 * Lock two players in order of id. Call this before creating or ending a relation between them, so that the change
 * cannot run concurrently with a block.
 * @returns the ids of the players that exist
 */
export async function lockPlayers(tx: Tx, one: number, other: number): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`select id from users where id in (${one}, ${other}) and deleted_at is null
     order by id for no key update`,
  );
}

/** Store a block, and return whether it is new. */
async function insertBlock(tx: Tx, blockerId: number, blockedId: number, at: Date): Promise<boolean> {
  return queryExists(
    tx,
    sql`insert into blocks (blocker_id, blocked_id, created_at, blocker_name, blocker_avatar, blocked_name, blocked_avatar)
     select one.id, other.id, ${at}, one.username, one.avatar_url, other.username, other.avatar_url
     from users one, users other where one.id = ${blockerId} and other.id = ${blockedId}
     on conflict do nothing returning blocker_id`,
  );
}

/** Delete a block, and return whether there was one. */
async function deleteBlock(tx: Tx, blockerId: number, blockedId: number): Promise<boolean> {
  return queryExists(
    tx,
    sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId} returning blocker_id`,
  );
}

/**
 * Block a player, and call the `onBlock` of each feature, which ends the relations between the two. The blocked player
 * is not notified. Blocking again changes nothing.
 * @throws AppError `invalid` for the caller's own id; `notFound` if the player does not exist; `conflict` if the caller
 *   would have more than 1,000 blocks
 */
export async function blockPlayer(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  if (userId === otherId) throw new AppError('invalid', BLOCK_MESSAGES.self);
  await transaction(db, async (tx) => {
    const players = await lockPlayers(tx, userId, otherId);
    if (!players.includes(otherId)) throw new AppError('notFound');
    if (!(await insertBlock(tx, userId, otherId, site.clock.now()))) return;
    if ((await countBlocks(tx, userId)) > LIMITS.blocks) throw new AppError('conflict', BLOCK_TEXTS.tooMany);
    for (const { onBlock } of site.features) await onBlock?.(tx, site, { userId, otherId });
    onBlocksChanged(tx, site, { userId, otherId });
  });
}

/**
 * Unblock a player. Relations that the block ended stay ended. Unblocking a player who is not blocked changes nothing.
 */
export async function unblockPlayer(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPlayers(tx, userId, otherId);
    if (await deleteBlock(tx, userId, otherId)) onBlocksChanged(tx, site, { userId, otherId });
  });
}

function onBlocksChanged(tx: Tx, site: Site, { userId, otherId }: Pair): void {
  site.realtime.relationsChanged(tx, [userId, otherId]);
  site.realtime.emit(tx, [userId], 'blocks:changed', {});
}
