import type { ChatMessage, chat } from '@rivalhold/shared/contract/chat.ts';
import type { Reaction } from '@rivalhold/shared/reactions.ts';
import type { TestApp, TestPlayer, TestSocket } from '../../testing/app.ts';
import { type CasesOf, PUBLIC } from '../../testing/cases.ts';
import { createStaff } from '../moderation/testing.ts';

type ChatAck = { ok: boolean; code?: string; message: ChatMessage; retryAfter?: number };

/** Send a lobby message and return the acknowledgement. If the server rejects it, `message` is the error text. */
export const sendLobbyMessage = (
  socket: TestSocket,
  text: string,
  clientTempId?: string,
  more: { replyToId?: number } = {},
): Promise<ChatAck> =>
  socket.emitWithAck('chat message', {
    text,
    ...(clientTempId !== undefined && { clientTempId }),
    ...more,
  }) as Promise<unknown> as Promise<ChatAck>;

/** Return the lobby history that a player sees. If `after` is given, return only the messages after this id. */
export function historyOf(socket: TestSocket, after?: number): Promise<ChatMessage[]> {
  const history = new Promise<ChatMessage[]>((resolve) => socket.once('chat history', resolve));
  socket.emit('chat:getHistory', after === undefined ? {} : { after });
  return history;
}

/** Delete a lobby message as staff. */
export const removeChatMessage = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/mod/messages/{id}', { params: { id } });
/** Add or remove a reaction to a lobby message. */
export const reactToLobbyMessage = (player: TestPlayer, id: number, emoji: Reaction = '👍', reacted = true) =>
  player.call('PUT /api/chat/messages/{id}/reactions', { params: { id }, body: { emoji, reacted } });
/** Set the chat rules. */
export const setRules = (player: TestPlayer, body: object) =>
  player.call('PUT /api/mod/chat/rules', { body });

/** Create a player or staff member with a socket in the lobby. */
export async function createChatter(app: TestApp, role: 'player' | 'moderator' | 'admin' = 'player') {
  const player = role === 'player' ? await app.player() : await createStaff(app, role);
  return { player, socket: await player.socket() };
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof chat> = {
  routes: {
    'GET /api/chat/rules': {},
    'PUT /api/mod/chat/rules': { call: () => ({ body: { slowModeSeconds: 5, settledOnly: false } }) },
    'PUT /api/chat/messages/{id}/reactions': {
      requiresUnmuted: true,
      call: ({ lobbyMessage: id }) => ({ params: { id }, body: { emoji: '👍', reacted: true } }),
      // One of the two blocked players is the author of the message, who can react to it despite the block.
      acrossBlock: 'tested in reactions.test.ts, because the message belongs to one of the two players',
      owner: PUBLIC,
    },
    // Only staff can delete messages, so a player gets 403 with or without a block.
    'DELETE /api/mod/messages/{id}': {
      call: ({ lobbyMessage: id }) => ({ params: { id } }),
      acrossBlock: 403,
    },
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
    const socket = await owner.socket();
    const { message } = await sendLobbyMessage(socket, 'Good evening');
    const replyToId = message.id ?? 0;
    await sendLobbyMessage(socket, 'And good night', 'reply', { replyToId });
    await reactToLobbyMessage(owner, replyToId);
  },
};
