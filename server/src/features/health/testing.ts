import type { health } from '@rivalhold/shared/contract/health.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof health> = {
  routes: {
    'GET /api/admin/site-health': {},
    'POST /api/admin/site-health/ledger': { call: () => ({}) },
  },
};
