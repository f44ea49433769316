import type { audit } from '@rivalhold/shared/contract/audit.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof audit> = { routes: { 'GET /api/admin/audit': {} } };
