import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { lobbyQuery } from '../../features/chat/api.ts';
import { EMPTY_LOBBY } from '../../features/chat/lobby.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ME, MODERATOR, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, loseConnection, receive, reconnect, sent } from '../../testing/socket.ts';
import { ChatPage } from './chat-page.tsx';

const makeMessage = (id: number, text: string, fields: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  type: 'user',
  text,
  userId: RIVAL.id,
  username: RIVAL.username,
  avatarUrl: null,
  links: true,
  timestamp: minutesAgo(5),
  replyToId: null,
  reactions: [],
  ...fields,
});

function answerHistory(...messages: ChatMessage[]) {
  acknowledge('chat:getHistory', async () => {
    await receive('chat history', messages);
    return { ok: true };
  });
}

beforeEach(() => answer('GET /api/chat/rules', { slowModeSeconds: 0, settledOnly: false }));

it('shows the history and each new message once', async () => {
  answerHistory(makeMessage(1, 'Old news'));
  await connect(ME.id);
  await renderWithProviders(<ChatPage />);
  expect(await screen.findByText('Old news')).toBeInTheDocument();
  await receive('chat message', makeMessage(2, 'Fresh news'));
  await receive('chat message', makeMessage(2, 'Fresh news'));
  expect(await screen.findAllByText('Fresh news')).toHaveLength(1);
  await receive('chat deleted', { id: 1 });
  await waitFor(() => expect(screen.queryByText('Old news')).not.toBeInTheDocument());
});

it('offers to load the lobby again after a failure, and shows an empty lobby', async () => {
  acknowledge('chat:getHistory', () => ({ ok: false, code: 'unavailable', message: '' }));
  await connect(ME.id);
  const { user } = await renderWithProviders(<ChatPage />);
  expect(await screen.findByText(CHAT_TEXTS.failed)).toBeInTheDocument();
  answerHistory();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(CHAT_TEXTS.empty)).toBeInTheDocument();
});

it('shows changed chat rules without a reload', async () => {
  answerHistory();
  await connect(ME.id);
  await renderWithProviders(<ChatPage />, { me: MODERATOR });
  expect(await screen.findByRole('button', { name: CHAT_TEXTS.rules })).toBeInTheDocument();
  await receive('chat rules', { slowModeSeconds: 30, settledOnly: true });
  expect(await screen.findByText(CHAT_TEXTS.slowMode(30))).toBeInTheDocument();
  expect(screen.getByText(CHAT_TEXTS.settledOnly)).toBeInTheDocument();
});

const cacheLobby = (ageMs: number) =>
  queryClient.setQueryData(
    lobbyQuery.queryKey,
    { ...EMPTY_LOBBY, messages: [makeMessage(1, 'Old news')] },
    { updatedAt: Date.now() - ageMs },
  );

it('requests the whole history if the cached history is older than 60 s', async () => {
  answerHistory(makeMessage(1, 'Old news'), makeMessage(2, 'Fresh news'));
  cacheLobby(61_000);
  await connect(ME.id);
  await renderWithProviders(<ChatPage />);
  expect(await screen.findByText('Fresh news')).toBeInTheDocument();
  expect(sent('chat:getHistory')).toEqual([{}]);
});

it('requests only the missed messages if the cached history is recent', async () => {
  answerHistory(makeMessage(2, 'Fresh news'));
  cacheLobby(30_000);
  await connect(ME.id);
  await renderWithProviders(<ChatPage />);
  expect(await screen.findByText('Fresh news')).toBeInTheDocument();
  expect(sent('chat:getHistory')).toEqual([{ after: 1 }]);
});

it('requests only the missed messages after a reconnect', async () => {
  answerHistory(makeMessage(1, 'Old news'));
  await connect(ME.id);
  await renderWithProviders(<ChatPage />);
  expect(await screen.findByText('Old news')).toBeInTheDocument();
  await loseConnection();
  answerHistory(makeMessage(2, 'Fresh news'));
  await reconnect();
  expect(await screen.findByText('Fresh news')).toBeInTheDocument();
  expect(sent('chat:getHistory')).toEqual([{}, { after: 1 }]);
});

it('shows a reaction immediately', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('PUT /api/chat/messages/{id}/reactions', () => reply.promise);
  answerHistory(makeMessage(1, 'Who fights?', { reactions: [{ emoji: '🔥', count: 2, reacted: false }] }));
  const { user } = await renderWithProviders(<ChatPage />);
  await connect(ME.id);
  const chip = await screen.findByRole('button', { name: REACTION_TEXTS.chip('🔥', 2, false) });
  await user.click(chip);
  await waitFor(() => expect(chip).toHaveAccessibleName(REACTION_TEXTS.chip('🔥', 3, true)));
  await receive('chat reactions', { messages: [{ id: 1, reactions: [{ emoji: '🔥', count: 4 }] }] });
  await waitFor(() => expect(chip).toHaveAccessibleName(REACTION_TEXTS.chip('🔥', 4, true)));
  reply.resolve(failure('forbidden', 'Not now.'));
  await waitFor(() => expect(chip).toHaveAccessibleName(REACTION_TEXTS.chip('🔥', 3, false)));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
});

it('links a reply to the message that it quotes', async () => {
  answerHistory(makeMessage(1, 'Who fights?'), makeMessage(2, 'I do', { replyToId: 1 }));
  const { user } = await renderWithProviders(<ChatPage />);
  await connect(ME.id);
  await user.click(await screen.findByRole('button', { name: /^In reply to\s*Bjorn.*Who fights/ }));
  expect(document.activeElement).toHaveTextContent('Who fights?');
  await receive('chat deleted', { id: 1 });
  expect(await screen.findByText(REACTION_TEXTS.unavailable)).toBeInTheDocument();
  expect(screen.queryByText('Who fights?')).not.toBeInTheDocument();
});
