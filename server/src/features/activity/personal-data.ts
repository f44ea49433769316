import { sql } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    activity: {
      rows: (userId) => sql`owner_id = ${userId} or (actor_id = ${userId} and type = 'NEW_FRIEND')`,
      otherRows: 'victories of others over the player stay, over “Deleted player”',
      section: 'activity',
      columns: {
        id: ['erased', true],
        type: ['erased', true],
        owner_id: ['erased', SELF],
        actor_id: ['erased', { shownAs: 'activity.with' }],
        level: ['erased', true],
        xp: ['erased', true],
        coins: ['erased', true],
        fight_id: ['erased', true],
        created_at: ['erased', true],
      },
    },
  },
};
