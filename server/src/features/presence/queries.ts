import { VisibilityAudience } from '@rivalhold/shared/contract/safety.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, query, sql } from '../../platform/db/db.ts';
import { blockPairs } from '../blocks/service.ts';

export type Relations = { friends: Set<number>; blocked: Set<number> };

/**
 * `relations` contains the friends and blocks of listeners (players connected to this node), by player id. `seenBy`
 * contains, by player id, who can see that a player is online. It leaves out players visible to everybody.
 */
export type PresenceData = { relations: Map<number, Relations>; seenBy: Map<number, VisibilityAudience> };

/** A friendship of a listener (`friendId` is set), or the setting of an online player (`online` is set). */
const RelationRow = Type.Object({
  userId: column.integer,
  friendId: Nullable(column.integer),
  online: Nullable(VisibilityAudience),
});

/**
 * For each listener in `userIds`, return the friends, and the players hidden by a block. Also return who can see each
 * online player in `onlineIds`. This takes at most two statements.
 */
export async function readPresenceData(
  db: DbOrTx,
  userIds: readonly number[],
  onlineIds: readonly number[],
): Promise<PresenceData> {
  const found = new Map(
    userIds.map((id) => [id, { friends: new Set<number>(), blocked: new Set<number>() }]),
  );
  const seenBy = new Map<number, VisibilityAudience>();
  const rows = await query(
    db,
    RelationRow,
    sql`select user_id as "userId", friend_id as "friendId", null as online from friendships
          where user_id = any (${userIds})
        union all select user_id, null, online from safety_settings
          where user_id = any (${onlineIds}) and online <> 'everybody'`,
  );
  for (const { userId, friendId, online } of rows)
    if (friendId !== null) found.get(userId)?.friends.add(friendId);
    else if (online !== null) seenBy.set(userId, online);
  if (userIds.length > 0)
    for (const { userId, otherId } of await blockPairs(db, userIds)) found.get(userId)?.blocked.add(otherId);
  return { relations: found, seenBy };
}
