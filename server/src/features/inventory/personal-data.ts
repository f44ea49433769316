import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportOf, forgetPlayer } from './leaving.ts';

export const personalData: PersonalData = {
  erase: forgetPlayer,
  sections: exportOf,
  tables: {
    inventory: {
      rows: 'user_id = $1',
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
