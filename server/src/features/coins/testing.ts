import type { coins } from '@rivalhold/shared/contract/coins.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof coins> = { routes: { 'GET /api/coins/history': {} } };
