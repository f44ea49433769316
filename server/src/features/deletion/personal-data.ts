import type { PersonalData } from '../../platform/site.ts';

const PROOF = { kept: 'the proof that an account was erased, and when' };
const LATER = { omitted: 'there is none until the account is deleted' };

export const personalData: PersonalData = {
  tables: {
    departures: {
      rows: 'user_id = $1',
      columns: {
        user_id: [PROOF, LATER],
        asked_at: [PROOF, LATER],
        round: [PROOF, LATER],
        step: [PROOF, LATER],
        place: [PROOF, LATER],
        finished_at: [PROOF, LATER],
      },
    },
  },
};
