import Type from 'typebox';
import { PlayerRef } from './profiles.ts';
import { type Contract, idParams, Message } from './schema.ts';

export const blocks = {
  routes: {
    'GET /api/blocks': {
      access: 'player',
      reply: Type.Array(PlayerRef),
      summary: 'Players the caller has blocked, by name.',
    },
    'POST /api/blocks/{userId}': {
      access: 'player',
      status: 201,
      params: idParams('userId'),
      reply: Message,
      summary: 'Blocks a player: ends friendship, requests and open fights. Blocking twice is not an error.',
    },
    'DELETE /api/blocks/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: Message,
      summary: 'Unblocks a player.',
    },
  },
  serverEvents: {
    /** Sent to every tab of a player who has blocked, unblocked, muted or unmuted someone. */
    'blocks:changed': Type.Object({}),
  },
} as const satisfies Contract;
