import { type Db, sql } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer } from './service.ts';

/** Return a player's friends and pending requests. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  friends: exportInBatches(
    db,
    (afterId, limit) => sql`
      select u.id, u.username, f.created_at as "since" from friendships f join users u on u.id = f.friend_id
      where f.user_id = ${userId} and f.friend_id > ${afterId} order by f.friend_id limit ${limit}`,
  ),
  'friend-requests': exportInBatches(
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

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    friendships: {
      retention: 'account',
      rows: (userId) => sql`${userId} in (user_id, friend_id)`,
      columns: {
        user_id: ['erased', SELF],
        friend_id: ['erased', { as: 'friends.id' }],
        created_at: ['erased', { as: 'friends.since' }],
      },
    },
    friend_requests: {
      retention: 'account',
      rows: (userId) => sql`${userId} in (sender_id, receiver_id)`,
      section: 'friend-requests',
      columns: {
        id: ['erased', true],
        sender_id: ['erased', { exportedAs: 'friend-requests.from' }],
        receiver_id: ['erased', { exportedAs: 'friend-requests.to' }],
        created_at: ['erased', true],
      },
    },
  },
};
