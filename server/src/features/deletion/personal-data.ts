import { sql } from '../../platform/db/db.ts';
import type { PersonalData } from '../../platform/site.ts';

const PROOF = { retained: 'the proof that an account was erased, and when' };
const LATER = { omitted: 'there is none until the account is deleted' };

export const personalData: PersonalData = {
  tables: {
    account_deletions: {
      rows: (userId) => sql`user_id = ${userId}`,
      columns: {
        user_id: [PROOF, LATER],
        requested_at: [PROOF, LATER],
        pass: [PROOF, LATER],
        step: [PROOF, LATER],
        cursor: [PROOF, LATER],
        finished_at: [PROOF, LATER],
      },
    },
  },
};
