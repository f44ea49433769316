import type { activity } from '@rivalhold/shared/contract/activity.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof activity> = {
  routes: {
    'GET /api/activity': {
      call: () => ({ query: { scope: 'global', limit: 50 } }),
      acrossBlock: { status: 200, call: ({ other }) => ({ query: { userId: other.id } }) },
    },
  },
};
