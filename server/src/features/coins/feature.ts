import { coins as contract } from '@rivalhold/shared/contract/coins.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { INTERNAL, RANDOM_ID, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { coinHistory, VERIFY_JOB, type VerifyRequest, verifyAndStore } from './service.ts';

/** Return all of a player's coin movements. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  coins: exportInBatches(
    db,
    (afterId, limit) => sql`select id, amount, reason, balance, created_at as "createdAt" from coin_ledger
     where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});

const LEDGER = { retained: 'the coin ledger is never changed' };

const personalData: PersonalData = {
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

function coinJobs(site: Site): void {
  site.jobs.define<VerifyRequest>(VERIFY_JOB, {
    cron: '41 3 * * *',
    run: async ({ adminId }) => {
      const trigger = adminId === undefined ? 'schedule' : 'admin';
      const { rows, differences } = await verifyAndStore(site, trigger, adminId ?? null);
      for (const { userId, problem } of differences)
        site.log.error({ userId, problem }, 'coin ledger mismatch');
      site.log.info({ rows, differences: differences.length }, 'coin ledger verified');
    },
  });
}

export const coins: Feature = {
  name: 'coins',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/coins/history': async ({ db, session, query }) =>
        coinHistory(db, { ...query, userId: session.user.id }),
    });
  },
  jobs: coinJobs,
  personalData,
};
