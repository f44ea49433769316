import type { dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof dashboard> = { routes: { 'GET /api/dashboard': {} } };
