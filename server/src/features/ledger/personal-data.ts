import { type Db, sql } from '../../platform/db/db.ts';
import { INTERNAL, RANDOM_ID, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';

/** Return all of a player's coin movements. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  coins: readInBatches(
    db,
    (afterId, limit) => sql`select id, amount, reason, balance, created_at as "createdAt" from coin_ledger
     where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});

const LEDGER = { retained: 'the coin ledger is never changed' };

export const personalData: PersonalData = {
  sections: exportSections,
  tables: {
    coin_ledger: {
      retention: 'records',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'coins',
      columns: {
        id: [LEDGER, true],
        user_id: [LEDGER, SELF],
        amount: [LEDGER, true],
        balance: [LEDGER, true],
        reason: [LEDGER, true, 'unchanged'],
        reference: [LEDGER, INTERNAL, sql`case when reason <> 'adjustment' then reference end`],
        idempotency_key: [
          LEDGER,
          INTERNAL,
          sql`case when reason = 'adjustment' then ${RANDOM_ID} else idempotency_key end`,
        ],
        created_at: [LEDGER, true],
      },
    },
  },
};
