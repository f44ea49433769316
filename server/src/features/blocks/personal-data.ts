import { sql } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    blocks: {
      rows: (userId) => sql`blocker_id = ${userId}`,
      otherRows: 'blocks by others stay: what the player wrote does, and remains hidden from them',
      columns: {
        blocker_id: ['erased', SELF],
        blocked_id: ['erased', { as: 'blocks.id' }],
        created_at: ['erased', { as: 'blocks.since' }],
      },
    },
  },
};
