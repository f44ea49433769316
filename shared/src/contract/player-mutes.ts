import Type from 'typebox';
import { PlayerRef } from './profiles.ts';
import { type Contract, idParams, Message } from './schema.ts';

export const playerMutes = {
  routes: {
    'GET /api/player-mutes': {
      access: 'player',
      reply: Type.Array(PlayerRef),
      summary: 'Players the caller has muted, by name.',
    },
    'POST /api/player-mutes/{userId}': {
      access: 'player',
      status: 201,
      params: idParams('userId'),
      reply: Message,
      summary:
        'Mutes a player: hides their content and notifications from the caller only. Muting twice is not an error.',
    },
    'DELETE /api/player-mutes/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: Message,
      summary: 'Unmutes a player.',
    },
  },
} as const satisfies Contract;
