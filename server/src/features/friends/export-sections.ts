import { type Db, sql } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';

/** A player's friends, and requests that wait. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  friends: readInBatches(
    db,
    (afterId, limit) => sql`
      select u.id, u.username, f.created_at as "since" from friendships f join users u on u.id = f.friend_id
      where f.user_id = ${userId} and f.friend_id > ${afterId} order by f.friend_id limit ${limit}`,
  ),
  'friend-requests': readInBatches(
    db,
    (afterId, limit) => sql`
      select r.id, s.username as "from", t.username as "to", r.created_at as "createdAt"
      from (
        (select * from friend_requests where sender_id = ${userId} and id > ${afterId}
         order by id limit ${limit})
        union all
        (select * from friend_requests where receiver_id = ${userId} and id > ${afterId}
         order by id limit ${limit})
      ) r join users s on s.id = r.sender_id join users t on t.id = r.receiver_id
      order by r.id limit ${limit}`,
  ),
});
