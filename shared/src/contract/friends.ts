import Type, { type Static } from 'typebox';
import { PlayerRef } from './profiles.ts';
import { type Contract, Id, idParams, Message, Time } from './schema.ts';

export const Friend = Type.Object({ ...PlayerRef.properties, statusMessage: Type.String() });
export type Friend = Static<typeof Friend>;

export const FriendRequest = Type.Object({ id: Id, Sender: PlayerRef, createdAt: Time });
export type FriendRequest = Static<typeof FriendRequest>;

export const friends = {
  routes: {
    'GET /api/friendships': {
      access: 'player',
      reply: Type.Array(Friend),
      summary: "The caller's friends.",
    },
    'GET /api/friend-requests': {
      access: 'player',
      reply: Type.Array(FriendRequest),
      summary: 'Friend requests to the caller.',
    },
    'GET /api/friend-requests/outgoing': {
      access: 'player',
      reply: Type.Array(Type.Object({ id: Id, receiverId: Id, Receiver: PlayerRef, createdAt: Time })),
      summary: 'Friend requests from the caller.',
    },
    'POST /api/friend-requests/{userId}': {
      access: 'player',
      status: 201,
      idempotent: true,
      params: idParams('userId'),
      reply: Type.Object({
        request: Type.Object({ id: Id, receiverId: Id }),
        /** True if the other player had already sent a request, so the two players are friends now. */
        friends: Type.Boolean(),
      }),
      summary: 'Sends a friend request; if the other player has already sent a request, accepts it instead.',
    },
    'PATCH /api/friend-requests/{id}/accept': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Accepts a request.',
    },
    'PATCH /api/friend-requests/{id}/decline': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Declines a request.',
    },
    'DELETE /api/friend-requests/{userId}/cancel': {
      access: 'player',
      params: idParams('userId'),
      reply: Message,
      summary: 'Cancels a request.',
    },
    'DELETE /api/friendships/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Ends a friendship; {id} is the id of the friend.',
    },
  },
  serverEvents: {
    /**
     * The friendship, or a request, between the viewer and `userId` has changed. The client must reload friends and
     * requests.
     */
    'friends:changed': Type.Object({ userId: Id }),
  },
} as const satisfies Contract;
