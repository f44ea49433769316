import type { inventory } from '@rivalhold/shared/contract/inventory.ts';
import { type CasesOf, PUBLIC, toOther } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof inventory> = {
  routes: {
    'GET /api/inventory/{id}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'GET /api/inventory/user/{id}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'GET /api/store': {},
  },
};
