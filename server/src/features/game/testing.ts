import type { game } from '@rivalhold/shared/contract/game.ts';
import { type CasesOf, PUBLIC, toOther } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof game> = {
  routes: {
    'GET /api/game/{userId}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'GET /api/levels': {},
  },
};
