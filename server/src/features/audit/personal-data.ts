import { sql } from '../../platform/db/db.ts';
import type { PersonalData } from '../../platform/site.ts';

const LOG = { retained: 'the log of what staff did is never changed' };
const FOR_ADMINS = { omitted: 'the log is for admins alone' };

export const personalData: PersonalData = {
  tables: {
    audit_log: {
      rows: (userId) => sql`${userId} in (actor_id, target_id)`,
      columns: {
        id: [LOG, FOR_ADMINS],
        kind: [LOG, FOR_ADMINS],
        actor_id: [LOG, FOR_ADMINS],
        target_id: [LOG, FOR_ADMINS],
        subject: [LOG, FOR_ADMINS],
        before: [LOG, FOR_ADMINS],
        after: [LOG, FOR_ADMINS],
        reason: [LOG, FOR_ADMINS],
        created_at: [LOG, FOR_ADMINS],
      },
    },
  },
};
