import { sql } from '../../platform/db/db.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    profile_comments: {
      rows: (userId) => sql`profile_id = ${userId}`,
      otherRows: 'comments on the profiles of others stay, by “Deleted player”',
      section: 'profile-comments',
      columns: {
        id: ['erased', true],
        profile_id: ['erased', { shownAs: 'profile-comments.profile' }],
        user_id: ['erased', { shownAs: 'profile-comments.author' }],
        body: ['erased', true],
        created_at: ['erased', true],
      },
    },
  },
};
