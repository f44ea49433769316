import { SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    blocks: {
      rows: 'blocker_id = $1',
      otherRows: 'blocks by others stay: what the player wrote does, and remains hidden from them',
      columns: {
        blocker_id: ['erased', SELF],
        blocked_id: ['erased', { as: 'blocks.id' }],
        created_at: ['erased', { as: 'blocks.since' }],
      },
    },
  },
};
