import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

const REFILLS = { kept: 'it refills by itself' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    characters: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'character',
      columns: {
        user_id: [{ kept: 'what others keep refers to it' }, SELF],
        level: ['erased', true],
        experience: ['erased', true],
        health: ['erased', true],
        health_at: [REFILLS, INTERNAL],
        energy: [REFILLS, true],
        energy_at: [REFILLS, INTERNAL],
        attack: ['erased', true],
        defense: ['erased', true],
        max_health: ['erased', true],
        coins: [{ kept: 'the balance has to agree with the ledger' }, true],
        wins: ['erased', true],
        losses: ['erased', true],
        open_started_fights: [{ kept: 'it counts open fights, which end' }, INTERNAL],
      },
    },
  },
};
