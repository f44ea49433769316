import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    inventory: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'inventory',
      columns: {
        id: ['erased', INTERNAL],
        user_id: ['erased', SELF],
        item_id: ['erased', true],
        quantity: ['erased', true],
      },
    },
  },
};
