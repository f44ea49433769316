import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, Id } from './schema.ts';

const Ids = Type.Array(Id);

export const presence = {
  clientEvents: {
    /**
     * Request the online players among the given ids. Without ids, request the list of the `online users` event. The
     * server then sends this event to this socket, in addition to the reply.
     */
    'presence:get': {
      payload: Type.Object({
        userIds: Type.Optional(Type.Array(Id, { maxItems: LIMITS.presence.maxSubscriptions })),
      }),
      reply: Type.Object({ userIds: Ids }),
    },
    /** Set whether this socket's page is hidden, for example in a background tab. */
    'presence:hidden': { payload: Type.Object({ hidden: Type.Boolean() }), reply: Type.Object({}) },
  },
  serverEvents: {
    /**
     * Ids of all online players that the viewer is allowed to see online. If more than 500 players are online, the
     * event contains only friends and the last 200 players whose ids the viewer sent with `presence:get`.
     */
    'online users': Ids,
  },
} as const satisfies Contract;
