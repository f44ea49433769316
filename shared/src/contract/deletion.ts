import Type from 'typebox';
import { type Contract, closedObject, Message } from './schema.ts';

export const deletion = {
  routes: {
    'DELETE /api/users/me': {
      access: 'player',
      body: Type.Object({ password: Type.String({ maxLength: 1024 }) }, closedObject),
      reply: Message,
      summary: "Deletes one's own account, for good.",
    },
  },
} as const satisfies Contract;
