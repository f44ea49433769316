import type { ChatMessage, chat } from '@rivalhold/shared/contract/chat.ts';
import type { Ack } from '@rivalhold/shared/contract/index.ts';
import type { TestApp, TestPlayer, TestSocket } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { createStaff } from '../moderation/testing.ts';

type ChatAck = { ok: boolean; code?: string; message?: string; retryAfter?: number; line: ChatMessage };

export const sendLine = (socket: TestSocket, text: string, clientTempId?: string): Promise<ChatAck> =>
  socket.emitWithAck('chat message', {
    text,
    ...(clientTempId !== undefined && { clientTempId }),
  }) as Promise<Ack<{ line: ChatMessage | null }>> as Promise<ChatAck>;

/** What a player is shown of the lobby, or what came after a line of theirs. */
export function historyOf(socket: TestSocket, after?: number): Promise<ChatMessage[]> {
  const history = new Promise<ChatMessage[]>((resolve) => socket.once('chat history', resolve));
  socket.emit('chat:getHistory', after === undefined ? {} : { after });
  return history;
}

export const removeChatMessage = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/mod/messages/{id}', { params: { id } });
export const setRules = (player: TestPlayer, body: object) =>
  player.call('PUT /api/mod/chat/rules', { body });

/** A player in the lobby. */
export async function createChatter(app: TestApp, role: 'player' | 'moderator' | 'admin' = 'player') {
  const player = role === 'player' ? await app.player() : await createStaff(app, role);
  return { player, socket: await player.socket() };
}

/** @public Read by the tests of all routes, see `testing/cases.ts`. */
export const cases: CasesOf<typeof chat> = {
  routes: {
    'GET /api/chat/rules': {},
    'PUT /api/mod/chat/rules': { call: () => ({ body: { slowModeSeconds: 5, establishedOnly: false } }) },
    // Moderators see to the lobby across a block.
    'DELETE /api/mod/messages/{id}': { call: ({ line }) => ({ params: { id: line } }), acrossBlock: 403 },
  },
  clientEvents: {
    'chat:getHistory': { payload: () => ({}), acrossBlock: null, owner: null },
    'chat message': {
      requiresUnmuted: true,
      payload: () => ({ text: 'To everybody else' }),
      acrossBlock: null,
      owner: null,
    },
  },
  fill: async ({ owner }) => {
    await sendLine(await owner.socket(), 'Good evening');
  },
};
