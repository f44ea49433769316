import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, Id } from './schema.ts';

const Ids = Type.Array(Id);

export const presence = {
  clientEvents: {
    /** Answers who of these is online; without them, whom the `online users` event would name. */
    'presence:get': {
      payload: Type.Object({
        userIds: Type.Optional(Type.Array(Id, { maxItems: LIMITS.presence.maxSubscriptions })),
      }),
      reply: Type.Object({ userIds: Ids }),
    },
    /** Whether the page of this socket is not to be seen, such as behind another tab. */
    'presence:hidden': { payload: Type.Object({ hidden: Type.Boolean() }), reply: Type.Object({}) },
  },
  serverEvents: {
    /** Everybody online; beyond 500, one's friends and those last asked for. */
    'online users': Ids,
  },
} as const satisfies Contract;
