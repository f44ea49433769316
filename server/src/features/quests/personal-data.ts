import { SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    quest_lists: {
      rows: 'user_id = $1',
      section: 'quests',
      columns: {
        user_id: ['erased', SELF],
        done: ['erased', true],
        claimed: ['erased', true],
        begun_at: ['erased', true],
        closed_at: ['erased', true],
      },
    },
  },
};
