import type { Db } from '../../platform/db/db.ts';
import { bitByBit, type Taken } from '../../platform/taken-along.ts';

/** A player's friends, and requests that wait. */
export const exportOf = (db: Db, userId: number): Taken => ({
  friends: bitByBit(
    db,
    `select u.id, u.username, f.created_at as "since" from friendships f join users u on u.id = f.friend_id
     where f.user_id = $1 and f.friend_id > $2 order by f.friend_id limit $3`,
    userId,
  ),
  'friend-requests': bitByBit(
    db,
    `select r.id, s.username as "from", t.username as "to", r.created_at as "createdAt"
     from friend_requests r join users s on s.id = r.sender_id join users t on t.id = r.receiver_id
     where $1 in (r.sender_id, r.receiver_id) and r.id > $2 order by r.id limit $3`,
    userId,
  ),
});
