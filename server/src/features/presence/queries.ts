import { type DbOrTx, query, sql } from '../../platform/db/db.ts';
import { blockPairs } from '../blocks/service.ts';

export type Relations = { friends: Set<number>; blocked: Set<number> };

/**
 * Return the friends of each of several players, and the players hidden from them by a block. This takes two
 * statements.
 */
export async function relationsOf(db: DbOrTx, userIds: readonly number[]): Promise<Map<number, Relations>> {
  const found = new Map(
    userIds.map((id) => [id, { friends: new Set<number>(), blocked: new Set<number>() }]),
  );
  const friends = await query<{ userId: number; friendId: number }>(
    db,
    sql`select user_id as "userId", friend_id as "friendId" from friendships where user_id = any (${userIds})`,
  );
  for (const { userId, friendId } of friends) found.get(userId)?.friends.add(friendId);
  for (const { userId, otherId } of await blockPairs(db, userIds)) found.get(userId)?.blocked.add(otherId);
  return found;
}
