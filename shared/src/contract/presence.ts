import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, Id } from './schema.ts';

const Ids = Type.Array(Id);

export const presence = {
  clientEvents: {
    /** Request the online players among the given ids. Without ids, request the content of the `online users` event. */
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
     * event contains only the ids of the viewer's friends and of the players in the client's last request.
     */
    'online users': Ids,
  },
} as const satisfies Contract;
