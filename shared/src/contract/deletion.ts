import Type from 'typebox';
import { closed, Message, type Routes } from './schema.ts';

export const deletion = {
  'DELETE /api/users/me': {
    access: 'player',
    body: Type.Object({ password: Type.String({ maxLength: 1024 }) }, closed),
    reply: Message,
    summary: "Deletes one's own account, for good.",
  },
} as const satisfies Routes;
