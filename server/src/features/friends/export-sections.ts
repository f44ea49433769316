import type { Db } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';

/** A player's friends, and requests that wait. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  friends: readInBatches(
    db,
    `select u.id, u.username, f.created_at as "since" from friendships f join users u on u.id = f.friend_id
     where f.user_id = $1 and f.friend_id > $2 order by f.friend_id limit $3`,
    userId,
  ),
  'friend-requests': readInBatches(
    db,
    `select r.id, s.username as "from", t.username as "to", r.created_at as "createdAt"
     from (
       (select * from friend_requests where sender_id = $1 and id > $2 order by id limit $3)
       union all (select * from friend_requests where receiver_id = $1 and id > $2 order by id limit $3)
     ) r join users s on s.id = r.sender_id join users t on t.id = r.receiver_id
     order by r.id limit $3`,
    userId,
  ),
});
