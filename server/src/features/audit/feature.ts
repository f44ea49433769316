import { audit as contract } from '@rivalhold/shared/contract/audit.ts';
import { sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { ALL_ROWS } from '../../platform/personal-data/declaration.ts';
import type { Feature } from '../../platform/site.ts';
import { listEntries } from './service.ts';

const LOG = { retained: 'the audit log is never changed' };
const LIMIT = { retained: 'the budgets of staff belong to the audit log' };
const FOR_ADMINS = { omitted: 'the audit log is for admins only' };

export const audit: Feature = {
  name: 'audit',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/admin/audit': async ({ reads, session, query }) =>
        listEntries(reads, site, { ...query, viewerId: session.user.id }),
    });
  },
  personalData: {
    tables: {
      audit_log: {
        retention: 'records',
        rows: (userId) => sql`${userId} in (actor_id, target_id)`,
        notInCopy: ALL_ROWS,
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
      staff_budgets: {
        retention: 'records',
        rows: (userId) => sql`actor_id = ${userId}`,
        notInCopy: ALL_ROWS,
        columns: {
          actor_id: [LIMIT, FOR_ADMINS],
          budget: [LIMIT, FOR_ADMINS],
          counted_from: [LIMIT, FOR_ADMINS],
          stopped_at: [LIMIT, FOR_ADMINS],
          code_hash: [LIMIT, FOR_ADMINS],
          code_expires_at: [LIMIT, FOR_ADMINS],
        },
      },
    },
  },
};
