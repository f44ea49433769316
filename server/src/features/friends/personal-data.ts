import { sql } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportSections } from './export-sections.ts';
import { erasePlayer } from './service.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    friendships: {
      rows: (userId) => sql`${userId} in (user_id, friend_id)`,
      columns: {
        user_id: ['erased', SELF],
        friend_id: ['erased', { as: 'friends.id' }],
        created_at: ['erased', { as: 'friends.since' }],
      },
    },
    friend_requests: {
      rows: (userId) => sql`${userId} in (sender_id, receiver_id)`,
      section: 'friend-requests',
      columns: {
        id: ['erased', true],
        sender_id: ['erased', { shownAs: 'friend-requests.from' }],
        receiver_id: ['erased', { shownAs: 'friend-requests.to' }],
        created_at: ['erased', true],
      },
    },
  },
};
