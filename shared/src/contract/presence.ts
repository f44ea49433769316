import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, Id } from './schema.ts';

const Ids = Type.Array(Id);

export const presence = {
  clientEvents: {
    /**
     * Request the ids of the players among `userIds` who are online. Without `userIds`, request the list that an
     * `online users` event would contain. In this case, the server also sends this event to this socket.
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
     * Ids of the online players, except players that a block or their own settings hide from the viewer. If more than
     * 500 players are online, the event contains only friends and the last 200 players whose ids the viewer sent with
     * `presence:get`.
     */
    'online users': Ids,
  },
} as const satisfies Contract;
