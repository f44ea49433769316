import type { blocks } from '@rivalhold/shared/contract/blocks.ts';
import type { TestPlayer } from '../../testing/app.ts';
import { type CasesOf, MUTUAL, toOther } from '../../testing/cases.ts';

/** Block `other` as `player`. */
export const block = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
/** Unblock `other` as `player`. */
export const unblock = (player: TestPlayer, other: { id: number }) =>
  player.call('DELETE /api/blocks/{userId}', { params: { userId: other.id } });

const COMMENTS = '/api/profiles/{id}/status/comments';
/** Comment on a player's profile status, and return the comment. */
export const comment = async (player: TestPlayer, onto: { id: number }) =>
  (await player.call(`POST ${COMMENTS}`, { params: { id: onto.id }, body: { body: 'Well met' } })).body
    .comment;
/** Return the response with the comments on a player's profile status. */
export const commentsOf = (player: TestPlayer, onto: { id: number }) =>
  player.call(`GET ${COMMENTS}`, { params: { id: onto.id } });
/** Send a friend request. */
export const sendFriendRequest = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/friend-requests/{userId}', { params: { userId: other.id } });
/** Return the 50 latest unread notifications of a player. */
export const notificationsOf = async (player: TestPlayer) =>
  (await player.call('GET /api/notifications', { query: { limit: 50 } })).body.items;

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof blocks> = {
  routes: {
    'GET /api/blocks': {},
    // Each player can block the other, even if the other has already blocked them.
    'POST /api/blocks/{userId}': { call: toOther(), acrossBlock: 201, owner: MUTUAL },
    'DELETE /api/blocks/{userId}': {
      call: toOther(),
      acrossBlock: 'it ends the block',
      owner: MUTUAL,
    },
  },
};
