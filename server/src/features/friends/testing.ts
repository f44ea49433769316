import type { friends } from '@rivalhold/shared/contract/friends.ts';
import type { CallOptions } from '../../testing/app.ts';
import { type CasesOf, MUTUAL, type RouteCase, type Scene, toOther } from '../../testing/cases.ts';

const ofRequest = ({ request }: Scene): CallOptions => ({ params: { id: request } });
const toOwner: RouteCase['owner'] = {
  others: 404,
  make: async ({ app, owner }) => {
    const asking = await app.player();
    const { body } = await asking.call('POST /api/friend-requests/{userId}', {
      params: { userId: owner.id },
    });
    return { params: { id: body.request.id } };
  },
};

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof friends> = {
  routes: {
    'GET /api/friendships': {},
    'GET /api/friend-requests': {},
    'GET /api/friend-requests/outgoing': {},
    'PATCH /api/friend-requests/{id}/accept': { call: ofRequest, acrossBlock: 404, owner: toOwner },
    'PATCH /api/friend-requests/{id}/decline': { call: ofRequest, acrossBlock: 404, owner: toOwner },
    'POST /api/friend-requests/{userId}': { call: toOther(), acrossBlock: 403, owner: MUTUAL },
    'DELETE /api/friend-requests/{userId}/cancel': { call: toOther(), acrossBlock: 404, owner: MUTUAL },
    'DELETE /api/friendships/{id}': { call: toOther(), acrossBlock: 404, owner: MUTUAL },
  },
};
