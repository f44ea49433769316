import type { admin } from '@rivalhold/shared/contract/admin.ts';
import type { CallOptions } from '../../testing/app.ts';
import { type CasesOf, toOther } from '../../testing/cases.ts';

/** Return the call options for a request about a player. */
export const requestFor = (player: { id: number }, more: CallOptions = {}): CallOptions => ({
  params: { id: player.id },
  ...more,
});

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof admin> = {
  routes: {
    'GET /api/mod/overview': {},
    'GET /api/admin/users': {},
    'GET /api/admin/users/{id}/stats': { call: toOther() },
    'PATCH /api/admin/promote/{id}': { call: toOther() },
    'PATCH /api/admin/demote/{id}': { call: toOther() },
    'DELETE /api/admin/users/{id}': { call: toOther() },
    'PUT /api/admin/users/{id}': { call: toOther({ body: { attack: 5 } }) },
    'POST /api/admin/users/{id}/inventory': { call: toOther({ body: { itemId: 1 } }) },
    'DELETE /api/admin/users/{id}/inventory/{itemId}': {
      call: ({ other }) => ({ params: { id: other.id, itemId: 1 } }),
    },
    'PATCH /api/admin/users/{id}/coins': { call: toOther({ body: { amount: 5 } }) },
  },
};
