import { friends } from '@rivalhold/shared/contract/friends.ts';
import { FRIEND_MESSAGES } from '@rivalhold/shared/texts/friends.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import {
  acceptRequest,
  cancelRequest,
  declineRequest,
  endFriendship,
  friendsOf,
  incomingOf,
  outgoingOf,
  sendFriendRequest,
} from './service.ts';

const RATE_LIMITS = defineRateLimits({
  /** Friend requests from one player to the same other player. Each request sends a notification. */
  friendRequest: { points: 5, seconds: 3600 },
});

/** Register the routes of friends and friend requests. */
export function friendRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, friends.routes, {
    'GET /api/friendships': async ({ db, session }) => friendsOf(db, session.user.id),

    'GET /api/friend-requests': async ({ db, session }) => incomingOf(db, session.user.id),

    'GET /api/friend-requests/outgoing': async ({ db, session }) => outgoingOf(db, session.user.id),

    'POST /api/friend-requests/{userId}': async ({ db, session, params }) => {
      await site.limits.consume(RATE_LIMITS.friendRequest, `${session.user.id}:${params.userId}`);
      return sendFriendRequest(db, site, { user: session.user, otherId: params.userId });
    },

    'PATCH /api/friend-requests/{id}/accept': async ({ db, session, params }) => {
      await acceptRequest(db, site, { user: session.user, requestId: params.id });
      return { message: FRIEND_MESSAGES.accepted };
    },

    'PATCH /api/friend-requests/{id}/decline': async ({ db, session, params }) => {
      await declineRequest(db, site, { userId: session.user.id, requestId: params.id });
      return { message: FRIEND_MESSAGES.declined };
    },

    'DELETE /api/friend-requests/{userId}/cancel': async ({ db, session, params }) => {
      await cancelRequest(db, site, { userId: session.user.id, otherId: params.userId });
      return { message: FRIEND_MESSAGES.cancelled };
    },

    'DELETE /api/friendships/{id}': async ({ db, session, params }) => {
      await endFriendship(db, site, { userId: session.user.id, otherId: params.id });
      return { message: FRIEND_MESSAGES.ended };
    },
  });
}
