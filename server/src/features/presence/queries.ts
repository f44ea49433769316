import { type DbOrTx, run } from '../../platform/db/db.ts';

export type Relations = { friends: Set<number>; blocked: Set<number> };
type Pair = { one: number; other: number };

/** Friends of so many players, and who is in a block relation with them: two statements for all. */
export async function relationsOf(db: DbOrTx, userIds: readonly number[]): Promise<Map<number, Relations>> {
  const found = new Map(
    userIds.map((id) => [id, { friends: new Set<number>(), blocked: new Set<number>() }]),
  );
  const friends = await run<Pair>(
    db,
    'select user_id as one, friend_id as other from friendships where user_id = any($1::bigint[])',
    [userIds],
  );
  for (const { one, other } of friends) found.get(one)?.friends.add(other);
  const blocks = await run<Pair>(
    db,
    `select blocker_id as one, blocked_id as other from blocks where blocker_id = any($1::bigint[])
     union all select blocked_id, blocker_id from blocks where blocked_id = any($1::bigint[])`,
    [userIds],
  );
  for (const { one, other } of blocks) found.get(one)?.blocked.add(other);
  return found;
}
