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
      summary: 'List your friends.',
    },
    'GET /api/friend-requests': {
      access: 'player',
      reply: Type.Array(FriendRequest),
      summary: 'List friend requests to you that are pending.',
    },
    'GET /api/friend-requests/outgoing': {
      access: 'player',
      reply: Type.Array(Type.Object({ id: Id, receiverId: Id, Receiver: PlayerRef, createdAt: Time })),
      summary: 'List friend requests from you that are pending.',
    },
    'POST /api/friend-requests/{userId}': {
      access: 'player',
      status: 201,
      idempotent: true,
      params: idParams('userId'),
      reply: Type.Object({
        request: Type.Object({ id: Id, receiverId: Id }),
        /** Both had asked: they are friends now. */
        friends: Type.Boolean(),
      }),
      summary: 'Send a friend request, or accept the one that the player sent you.',
    },
    'PATCH /api/friend-requests/{id}/accept': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Accept a friend request.',
    },
    'PATCH /api/friend-requests/{id}/decline': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Decline a friend request.',
    },
    'DELETE /api/friend-requests/{userId}/cancel': {
      access: 'player',
      params: idParams('userId'),
      reply: Message,
      summary: 'Cancel a friend request that you sent.',
    },
    'DELETE /api/friendships/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Remove a friend. {id} is the friend’s id.',
    },
  },
  serverEvents: {
    /** Friends or requests between oneself and that player are not what they were: ask again. */
    'friends:changed': Type.Object({ userId: Id }),
  },
} as const satisfies Contract;
