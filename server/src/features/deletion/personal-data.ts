import { sql } from '../../platform/db/db.ts';
import type { PersonalData } from '../../platform/site.ts';

const PROOF = { retained: 'the proof that an account was erased, and when' };
const NOT_YET_CREATED = { omitted: 'there is none until the account is deleted' };

export const personalData: PersonalData = {
  tables: {
    account_deletions: {
      rows: (userId) => sql`user_id = ${userId}`,
      columns: {
        user_id: [PROOF, NOT_YET_CREATED],
        requested_at: [PROOF, NOT_YET_CREATED],
        pass: [PROOF, NOT_YET_CREATED],
        step: [PROOF, NOT_YET_CREATED],
        cursor: [PROOF, NOT_YET_CREATED],
        finished_at: [PROOF, NOT_YET_CREATED],
      },
    },
  },
};
