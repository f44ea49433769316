import { sql } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    quest_progress: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'quests',
      columns: {
        user_id: ['erased', SELF],
        done: ['erased', true],
        claimed: ['erased', true],
        started_at: ['erased', true],
        closed_at: ['erased', true],
      },
    },
  },
};
