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
      summary: "One's friends.",
    },
    'GET /api/friend-requests': {
      access: 'player',
      reply: Type.Array(FriendRequest),
      summary: 'Requests that wait for an answer of mine.',
    },
    'GET /api/friend-requests/outgoing': {
      access: 'player',
      reply: Type.Array(Type.Object({ id: Id, receiverId: Id, Receiver: PlayerRef, createdAt: Time })),
      summary: 'Requests of mine that wait for an answer.',
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
      summary: 'Asks somebody to be friends; accepts when they have asked already.',
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
      summary: 'Takes back a request to somebody.',
    },
    'DELETE /api/friendships/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Ends a friendship; {id} is the friend.',
    },
  },
  serverEvents: {
    /** Friends or requests between oneself and that player are not what they were: ask again. */
    'friends:changed': Type.Object({ userId: Id }),
  },
} as const satisfies Contract;
