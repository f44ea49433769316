import type { Friend, FriendRequest } from '@rivalhold/shared/contract/friends.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirst,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { notMutedSql } from '../blocks/service.ts';
import { PlayerRow, presentPlayer } from '../profiles/service.ts';

const PLAYER_COLUMNS = sql`player.user_id, player.username, player.avatar_url, player.level`;
/**
 * Return SQL that joins the player with the given id. Because of `limit 1`, PostgreSQL looks up each player
 * by key, even if it overestimates the number of rows.
 */
const playerBy = (id: Sql): Sql => sql`
  cross join lateral (
    select u.id as user_id, u.username, u.username_key, u.avatar_url, u.status_message, c.level
    from users u join characters c on c.user_id = u.id
    where u.id = ${id} and u.deleted_at is null limit 1
  ) player`;

/**
 * Return a player's id as a subquery, so that the planner estimates the same number of rows for every player and reuses
 * its plan. Planning for each call would take longer than the query.
 */
const relatedSql = (userId: number): Sql => sql`(select ${userId}::bigint)`;

const FriendRow = Type.Object({ ...PlayerRow.properties, statusMessage: column.text });

/** Return a player's friends, ordered by name. */
export async function friendsOf(db: DbOrTx, userId: number): Promise<Friend[]> {
  const rows = await query(
    db,
    FriendRow,
    sql`select ${PLAYER_COLUMNS}, player.status_message as "statusMessage"
        from friendships f ${playerBy(sql`f.friend_id`)}
        where f.user_id = ${userId} order by player.username_key`,
  );
  return rows.map((row) => ({ ...presentPlayer(row), statusMessage: row.statusMessage }));
}

/** A friend request with the other player. */
const RequestWithPlayer = Type.Object({
  ...PlayerRow.properties,
  id: column.integer,
  created_at: column.date,
});

/**
 * Return the requests that a player has received, latest first and at most 1,000. Leave out requests from players that
 * the receiver has muted.
 */
export async function incomingOf(db: DbOrTx, userId: number): Promise<FriendRequest[]> {
  const rows = await query(
    db,
    RequestWithPlayer,
    sql`select r.id, r.created_at, ${PLAYER_COLUMNS}
        from friend_requests r ${playerBy(sql`r.sender_id`)}
        where r.receiver_id = ${relatedSql(userId)} and ${notMutedSql(userId, sql`r.sender_id`)}
        order by r.id desc limit ${literal(LIMITS.friends)}`,
  );
  return rows.map((row) => ({
    id: row.id,
    Sender: presentPlayer(row),
    createdAt: row.created_at.toISOString(),
  }));
}

/** Return the requests that a player has sent, latest first. */
export async function outgoingOf(
  db: DbOrTx,
  userId: number,
): Promise<{ id: number; receiverId: number; Receiver: PlayerRef; createdAt: string }[]> {
  const rows = await query(
    db,
    RequestWithPlayer,
    sql`select r.id, r.created_at, ${PLAYER_COLUMNS}
        from friend_requests r ${playerBy(sql`r.receiver_id`)}
        where r.sender_id = ${relatedSql(userId)} order by r.id desc`,
  );
  return rows.map((row) => ({
    id: row.id,
    receiverId: row.user_id,
    Receiver: presentPlayer(row),
    createdAt: row.created_at.toISOString(),
  }));
}

/** A row of `friend_requests`. */
const RequestRow = Type.Object({
  id: column.integer,
  sender_id: column.integer,
  receiver_id: column.integer,
});
export type RequestRow = Static<typeof RequestRow>;

/** Return the request between two players, in either direction. */
export async function requestBetween(tx: Tx, one: number, other: number): Promise<RequestRow | undefined> {
  return queryFirst(
    tx,
    RequestRow,
    sql`select id, sender_id, receiver_id from friend_requests
        where least(sender_id, receiver_id) = least(${one}::bigint, ${other}::bigint)
          and greatest(sender_id, receiver_id) = greatest(${one}::bigint, ${other}::bigint)`,
  );
}

/** Return a friend request by id, if it exists. */
export async function requestById(db: DbOrTx, id: number): Promise<RequestRow | undefined> {
  return queryFirst(
    db,
    RequestRow,
    sql`select id, sender_id, receiver_id from friend_requests where id = ${id}`,
  );
}

/** Report whether two players are friends. */
export async function areFriends(db: DbOrTx, one: number, other: number): Promise<boolean> {
  return queryExists(db, sql`select 1 from friendships where user_id = ${one} and friend_id = ${other}`);
}

/** Return the number of a player's friends. */
export async function countFriends(tx: Tx, userId: number): Promise<number> {
  return queryValue(
    tx,
    column.integer,
    sql`select count(*)::integer from friendships where user_id = ${userId}`,
  );
}

/** Return the number of a player's pending requests to other players. */
export async function countRequests(tx: Tx, userId: number): Promise<number> {
  return queryValue(
    tx,
    column.integer,
    sql`select count(*)::integer from friend_requests where sender_id = ${userId}`,
  );
}

/** Insert a friend request and return its id. */
export async function insertRequest(tx: Tx, senderId: number, receiverId: number, at: Date): Promise<number> {
  return queryValue(
    tx,
    column.integer,
    sql`insert into friend_requests (sender_id, receiver_id, created_at)
        values (${senderId}, ${receiverId}, ${at}) returning id`,
  );
}

/** Delete a request and return whether it existed. */
export async function deleteRequest(tx: Tx, id: number): Promise<boolean> {
  return queryExists(tx, sql`delete from friend_requests where id = ${id} returning id`);
}

/** Insert a friendship, with one row for each direction. */
export async function insertFriendship(tx: Tx, one: number, other: number, at: Date): Promise<void> {
  await execute(
    tx,
    sql`insert into friendships (user_id, friend_id, created_at)
        values (${one}, ${other}, ${at}), (${other}, ${one}, ${at})`,
  );
}

/** Delete a friendship and return whether it existed. */
export async function deleteFriendship(tx: Tx, one: number, other: number): Promise<boolean> {
  return queryExists(
    tx,
    sql`delete from friendships
        where (user_id = ${one} and friend_id = ${other}) or (user_id = ${other} and friend_id = ${one})
        returning user_id`,
  );
}

/**
 * Lock a batch of a player's friends, and of players with a pending friend request from or to this player. Lock them
 * in order of id, and return their ids.
 */
export async function lockRelatedBatch(tx: Tx, userId: number): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`select id from users where id in (
          (select friend_id from friendships where user_id = ${userId} limit 50)
          union all (select sender_id from friend_requests where receiver_id = ${userId} limit 50)
          union all (select receiver_id from friend_requests where sender_id = ${userId} limit 50))
        order by id for no key update`,
  );
}
