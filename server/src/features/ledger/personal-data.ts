import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportSections } from './export-sections.ts';

const LEDGER = { kept: 'the coin ledger is never changed' };

export const personalData: PersonalData = {
  sections: exportSections,
  tables: {
    coin_ledger: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'coins',
      columns: {
        id: [LEDGER, true],
        user_id: [LEDGER, SELF],
        amount: [LEDGER, true],
        balance: [LEDGER, true],
        reason: [LEDGER, true],
        reference: [LEDGER, INTERNAL],
        idempotency_key: [LEDGER, INTERNAL],
        created_at: [LEDGER, true],
      },
    },
  },
};
