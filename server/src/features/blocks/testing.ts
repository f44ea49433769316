import type { blocks } from '@rivalhold/shared/contract/blocks.ts';
import type { TestPlayer } from '../../testing/app.ts';
import { type CasesOf, MUTUAL, toOther } from '../../testing/cases.ts';

export const block = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
export const unblock = (player: TestPlayer, other: { id: number }) =>
  player.call('DELETE /api/blocks/{userId}', { params: { userId: other.id } });

const COMMENTS = '/api/profiles/{id}/status/comments';
export const comment = async (player: TestPlayer, onto: { id: number }) =>
  (await player.call(`POST ${COMMENTS}`, { params: { id: onto.id }, body: { body: 'Well met' } })).body
    .comment;
export const commentsOf = (player: TestPlayer, onto: { id: number }) =>
  player.call(`GET ${COMMENTS}`, { params: { id: onto.id } });
export const sendFriendRequest = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/friend-requests/{userId}', { params: { userId: other.id } });
export const unreadCountsOf = async (player: TestPlayer) =>
  (await player.call('GET /api/notifications', { query: { limit: 50 } })).body.items;

/** @public Read by the tests of all routes, see `testing/cases.ts`. */
export const cases: CasesOf<typeof blocks> = {
  routes: {
    'GET /api/blocks': {},
    // Each decides for themselves, and learns nothing about the other.
    'POST /api/blocks/{userId}': { call: toOther(), acrossBlock: 201, owner: MUTUAL },
    'DELETE /api/blocks/{userId}': {
      call: toOther(),
      acrossBlock: 'it ends the block',
      owner: MUTUAL,
    },
  },
};
