import type { Friend, FriendRequest } from '@rivalhold/shared/contract/friends.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, run, runExists, runFirst, runValue, runValues, type Tx } from '../../platform/db/db.ts';
import { type PlayerRow, presentPlayer } from '../profiles/service.ts';

const PLAYER_COLUMNS = 'player.user_id, player.username, player.avatar_url, player.level';
/** The player with that id, found by the key however many rows the planner expects. */
const playerBy = (id: string): string => `
  cross join lateral (
    select u.id as user_id, u.username, u.avatar_url, u.status_message, c.level
    from users u join characters c on c.user_id = u.id
    where u.id = ${id} and u.deleted_at is null limit 1
  ) player`;

/** Said so, one player is expected to have what another has: a plan made for each call would take longer than the read. */
const RELATED = '(select $1::bigint)';

/** A player's friends, by name. */
export async function friendsOf(db: DbOrTx, userId: number): Promise<Friend[]> {
  const rows = await run<PlayerRow & { statusMessage: string }>(
    db,
    `select ${PLAYER_COLUMNS}, player.status_message as "statusMessage"
     from friendships f ${playerBy('f.friend_id')}
     where f.user_id = $1 order by lower(player.username)`,
    [userId],
  );
  return rows.map((row) => ({ ...presentPlayer(row), statusMessage: row.statusMessage }));
}

/** Who waits for a player's answer, the latest first: a thousand at most. */
export async function incomingOf(db: DbOrTx, userId: number): Promise<FriendRequest[]> {
  const rows = await run<PlayerRow & { id: number; created_at: Date }>(
    db,
    `select r.id, r.created_at, ${PLAYER_COLUMNS}
     from friend_requests r ${playerBy('r.sender_id')}
     where r.receiver_id = ${RELATED} order by r.id desc limit ${LIMITS.friends}`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    Sender: presentPlayer(row),
    createdAt: row.created_at.toISOString(),
  }));
}

/** Whose answer a player waits for, the latest asked first. */
export async function outgoingOf(
  db: DbOrTx,
  userId: number,
): Promise<{ id: number; receiverId: number; Receiver: PlayerRef; createdAt: string }[]> {
  const rows = await run<PlayerRow & { id: number; created_at: Date }>(
    db,
    `select r.id, r.created_at, ${PLAYER_COLUMNS}
     from friend_requests r ${playerBy('r.receiver_id')}
     where r.sender_id = ${RELATED} order by r.id desc`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    receiverId: row.user_id,
    Receiver: presentPlayer(row),
    createdAt: row.created_at.toISOString(),
  }));
}

export type RequestRow = { id: number; sender_id: number; receiver_id: number };

export async function requestBetween(tx: Tx, one: number, other: number): Promise<RequestRow | undefined> {
  return runFirst<RequestRow>(
    tx,
    `select id, sender_id, receiver_id from friend_requests
     where least(sender_id, receiver_id) = least($1::bigint, $2::bigint)
       and greatest(sender_id, receiver_id) = greatest($1::bigint, $2::bigint)`,
    [one, other],
  );
}

export async function requestById(db: DbOrTx, id: number): Promise<RequestRow | undefined> {
  return runFirst<RequestRow>(db, 'select id, sender_id, receiver_id from friend_requests where id = $1', [
    id,
  ]);
}

export async function areFriends(db: DbOrTx, one: number, other: number): Promise<boolean> {
  return runExists(db, 'select 1 from friendships where user_id = $1 and friend_id = $2', [one, other]);
}

/** How many friends a player has. */
export async function countFriends(tx: Tx, userId: number): Promise<number> {
  return runValue<number>(tx, 'select count(*)::integer from friendships where user_id = $1', [userId]);
}

/** How many a player has asked who have not answered. */
export async function countRequests(tx: Tx, userId: number): Promise<number> {
  return runValue<number>(tx, 'select count(*)::integer from friend_requests where sender_id = $1', [userId]);
}

export async function insertRequest(tx: Tx, senderId: number, receiverId: number, at: Date): Promise<number> {
  return runValue<number>(
    tx,
    'insert into friend_requests (sender_id, receiver_id, created_at) values ($1, $2, $3) returning id',
    [senderId, receiverId, at],
  );
}

/** Answers whether there was one to delete. */
export async function deleteRequest(tx: Tx, id: number): Promise<boolean> {
  return runExists(tx, 'delete from friend_requests where id = $1 returning id', [id]);
}

export async function insertFriendship(tx: Tx, one: number, other: number, at: Date): Promise<void> {
  await run(
    tx,
    'insert into friendships (user_id, friend_id, created_at) values ($1, $2, $3), ($2, $1, $3)',
    [one, other, at],
  );
}

/** Answers whether there was one to end. */
export async function deleteFriendship(tx: Tx, one: number, other: number): Promise<boolean> {
  return runExists(
    tx,
    `delete from friendships where (user_id = $1 and friend_id = $2) or (user_id = $2 and friend_id = $1)
     returning user_id`,
    [one, other],
  );
}

/** Locks some of those who are a player's friends, or have asked or been asked, in the order of their ids. */
export async function lockRelatedBatch(tx: Tx, userId: number): Promise<number[]> {
  return runValues<number>(
    tx,
    `select id from users where id in (
       (select friend_id from friendships where user_id = $1 limit 50)
       union all (select sender_id from friend_requests where receiver_id = $1 limit 50)
       union all (select receiver_id from friend_requests where sender_id = $1 limit 50))
     order by id for no key update`,
    [userId],
  );
}
