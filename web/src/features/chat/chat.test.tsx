import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_ERRORS, CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { REACTION_NAMES, REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { ME, MODERATOR, MYSELF, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, receive, sent } from '../../testing/socket.ts';
import { toast } from '../../ui/toast.ts';
import { Composer } from './components/composer.tsx';
import { MessageActions } from './components/message-actions.tsx';
import { MessageList } from './components/message-list.tsx';
import { MessageRow } from './components/message-row.tsx';
import { MuteDialog } from './components/mute-dialog.tsx';
import { PeopleHere } from './components/people-here.tsx';
import { RulesPanel } from './components/rules-panel.tsx';
import { buildLobbyRows, EMPTY_LOBBY } from './lobby.ts';

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

function LobbyComposer() {
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(makeMessage(8, 'Who fights?'));
  return (
    <Composer
      meId={ME.id}
      field={useRef<HTMLTextAreaElement>(null)}
      replyTo={replyTo}
      onReplyEnd={() => setReplyTo(null)}
    />
  );
}

const readOnly = { me: ME, canWrite: false, onReply: () => undefined };
const actionsOf = (id: number) => ({
  id,
  message: makeMessage(id, 'Hello'),
  player: RIVAL,
  canWrite: true,
  onReply: () => undefined,
});

async function openComposer() {
  const view = await renderWithProviders(<LobbyComposer />);
  await connect(ME.id);
  return { ...view, field: screen.getByRole('textbox', { name: CHAT_TEXTS.write }) };
}

it('sends a message once with Enter', async () => {
  const reply = Promise.withResolvers<{ ok: true; message: null }>();
  acknowledge('chat message', () => reply.promise);
  const { user, field } = await openComposer();
  await user.click(screen.getByRole('button', { name: REACTION_TEXTS.cancelReply }));
  expect(field).toHaveFocus();
  await user.type(field, 'Hello{Shift>}{Enter}{/Shift}all{Enter}{Enter}');
  expect(field).toHaveAttribute('readonly');
  expect(sent('chat message').map(({ text }) => text)).toEqual(['Hello\nall']);
  reply.resolve({ ok: true, message: null });
  await waitFor(() => expect(field).toHaveValue(''));
  expect(field).toHaveFocus();
});

it('keeps an undelivered message, and resends it with the same client id', async () => {
  acknowledge('chat message', () => ({ ok: false, code: 'offline', message: '' }));
  const { user, field } = await openComposer();
  await user.type(field, 'Hello{Enter}');
  expect(await screen.findByText(CHAT_TEXTS.notSent)).toBeInTheDocument();
  expect(field).toHaveValue('Hello');
  acknowledge('chat message', () => ({ ok: true, message: null }));
  await user.click(screen.getByRole('button', { name: CHAT_TEXTS.send }));
  await waitFor(() => expect(field).toHaveValue(''));
  expect(new Set(sent('chat message').map(({ clientTempId }) => clientTempId)).size).toBe(1);
});

it('prevents sending while the server requires a wait after too many messages', async () => {
  acknowledge('chat message', () => ({ ok: false, code: 'tooOften', message: '' }));
  const { user, field } = await openComposer();
  await user.type(field, 'Hello{Enter}');
  await receive('chat error', { message: CHAT_ERRORS.flood(30), retryAfter: 30 });
  const button = screen.getByRole('button', { name: CHAT_TEXTS.send });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await user.click(button);
  expect(sent('chat message')).toHaveLength(1);
  expect(field).toHaveValue('Hello');
});

it('completes a command with the keyboard', async () => {
  const { user, field } = await openComposer();
  await user.type(field, '/');
  const commands = screen.getByRole('listbox', { name: CHAT_TEXTS.commands });
  const count = within(commands).getAllByRole('option').length;
  await user.type(field, 'r');
  expect(within(commands).getAllByRole('option').length).toBeLessThan(count);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveValue('/roll ');
  expect(sent('chat message')).toEqual([]);
  await user.clear(field);
  await user.type(field, '/{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('does not send a message that is too long, and shows the number of characters', async () => {
  const { user, field } = await openComposer();
  fireEvent.change(field, { target: { value: 'x'.repeat(LIMITS.chat.message + 1) } });
  expect(screen.getByText(`${LIMITS.chat.message + 1}/${LIMITS.chat.message}`)).toBeInTheDocument();
  await user.type(field, '{Enter}');
  expect(await screen.findByText(CHAT_ERRORS.tooLong)).toBeInTheDocument();
  expect(sent('chat message')).toEqual([]);
});

it('does not send text without visible characters', async () => {
  const { user, field } = await openComposer();
  await user.type(field, '  {Enter}');
  expect(sent('chat message')).toEqual([]);
});

it('announces new messages of other players', async () => {
  const rows = (...messages: ChatMessage[]) => buildLobbyRows({ ...EMPTY_LOBBY, messages });
  const first = makeMessage(1, 'Before');
  const { rerender } = await renderWithProviders(<MessageList rows={rows(first)} {...readOnly} />);
  await rerender(<MessageList rows={rows(first, makeMessage(2, 'Now'))} {...readOnly} />);
  expect(await screen.findByText(CHAT_TEXTS.said('Bjorn', 'Now'))).toBeInTheDocument();
  expect(screen.queryByText(CHAT_TEXTS.said('Bjorn', 'Before'))).not.toBeInTheDocument();
});

it('lets staff, but not other players, delete a message', async () => {
  const view = await renderWithProviders(<MessageActions {...actionsOf(5)} me={ME} />);
  expect(screen.queryByRole('button', { name: CHAT_TEXTS.deleteOf('Bjorn') })).not.toBeInTheDocument();
  view.unmount();
  answer('DELETE /api/mod/messages/{id}', failure('forbidden', 'Not now.'));
  const { user } = await renderWithProviders(<MessageActions {...actionsOf(5)} me={MODERATOR} />, {
    me: MODERATOR,
  });
  const remove = async () => {
    await user.click(screen.getByRole('button', { name: CHAT_TEXTS.deleteOf('Bjorn') }));
    await user.click(await screen.findByRole('button', { name: CHAT_TEXTS.delete }));
  };
  await remove();
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  act(() => toast.dismiss());
  answer('DELETE /api/mod/messages/{id}', { deleted: 'message' });
  await remove();
  expect(await screen.findByText(CHAT_TEXTS.deleted)).toBeInTheDocument();
  expect(calls('DELETE /api/mod/messages/{id}')).toHaveLength(2);
});

it('lets staff react to a bot message, but not moderate it', async () => {
  const message = makeMessage(5, 'rolled 4', { type: 'bot' });
  await renderWithProviders(<MessageActions {...actionsOf(5)} message={message} me={MODERATOR} />);
  const react = REACTION_TEXTS.actionsOf('Bjorn');
  expect(screen.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([react]);
});

it('moves the actions of a message into a menu in a narrow window', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query === BREAKPOINTS.narrow, addEventListener() {}, removeEventListener() {} }) as never,
  );
  const { user, unmount } = await renderWithProviders(<MessageActions {...actionsOf(5)} me={MODERATOR} />, {
    me: MODERATOR,
  });
  const open = screen.getByRole('button', { name: CHAT_TEXTS.actionsOf('Bjorn') });
  expect(screen.getAllByRole('button')).toEqual([open]);
  await user.click(open);
  expect(open).toHaveAttribute('aria-expanded', 'true');
  const remove = screen.getByRole('button', { name: CHAT_TEXTS.deleteOf('Bjorn') });
  expect(screen.getByRole('button', { name: CHAT_TEXTS.muteOf('Bjorn') })).toBeInTheDocument();
  expect(screen.getByText(REPORT_TEXTS.report)).toBeInTheDocument();
  remove.focus();
  await user.keyboard('{Escape}');
  expect(remove).not.toBeInTheDocument();
  expect(open).toHaveFocus();
  unmount();
  const mine = await renderWithProviders(
    <MessageActions
      {...actionsOf(6)}
      message={makeMessage(6, 'Mine', { userId: ME.id })}
      player={MYSELF}
      me={ME}
      canWrite={false}
    />,
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  mine.unmount();
  vi.restoreAllMocks();
});

it('lists the viewer and the online authors of lobby messages', async () => {
  acknowledge('presence:get', () => ({ ok: true, userIds: [RIVAL.id] }));
  await connect(ME.id);
  const away = { ...makeMessage(3, 'Bye'), userId: 9, username: 'Hakon' };
  const { user } = await renderWithProviders(
    <PeopleHere messages={[makeMessage(1, 'Hello'), makeMessage(2, 'Again'), away]} />,
  );
  await user.click(await screen.findByRole('button', { name: CHAT_TEXTS.here(2) }));
  const list = within(await screen.findByRole('dialog', { name: CHAT_TEXTS.hereTitle }));
  expect(list.getByRole('link', { name: 'Bjorn' })).toHaveAttribute('href', '/profiles/2');
  expect(list.getByRole('link', { name: ME.username })).toHaveAttribute('href', `/profiles/${ME.id}`);
  expect(list.queryByText('Hakon')).not.toBeInTheDocument();
  expect(list.queryByText(CHAT_TEXTS.hereAlone)).not.toBeInTheDocument();
});

it('shows a note if no other author of lobby messages is online', async () => {
  acknowledge('presence:get', () => ({ ok: true, userIds: [ME.id] }));
  await connect(ME.id);
  const { user } = await renderWithProviders(
    <PeopleHere messages={[makeMessage(1, 'Hello', { userId: ME.id })]} />,
  );
  await user.click(await screen.findByRole('button', { name: CHAT_TEXTS.here(1) }));
  expect(await screen.findByText(CHAT_TEXTS.hereAlone)).toBeInTheDocument();
});

it('asks staff for a rule and a reason when they mute a player', async () => {
  answer('GET /api/mod/users/by-username/{name}', {
    id: 2,
    userId: 2,
    username: 'Bjorn',
    avatarUrl: null,
    role: 'player',
    mutedUntil: null,
    mutedBy: null,
    mayMute: true,
    suspended: false,
    suspendedUntil: null,
    suspendedBy: null,
    maySuspend: true,
  });
  const muted: object[] = [];
  const { user } = await renderWithProviders(
    <MuteDialog name="Bjorn" open onClose={() => undefined} onMute={(reason) => muted.push(reason)} />,
    { me: MODERATOR },
  );
  await user.type(await screen.findByRole('textbox', { name: CHAT_TEXTS.muteReason }), 'Spam');
  await user.selectOptions(screen.getByLabelText(REASON_FIELD_TEXTS.rule), RULE_TEXTS.spam);
  await user.click(screen.getByRole('button', { name: CHAT_TEXTS.muteConfirm }));
  expect(muted).toEqual([{ rule: 'spam', reason: 'Spam' }]);
});

it('reverts a chat rule if the server rejects the change', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('PUT /api/mod/chat/rules', () => reply.promise);
  const rules = { slowModeSeconds: 0, settledOnly: false };
  const { user } = await renderWithProviders(<RulesPanel rules={rules} />, { me: MODERATOR });
  await user.click(screen.getByRole('button', { name: CHAT_TEXTS.rules }));
  const settled = await screen.findByRole('checkbox', { name: CHAT_TEXTS.rulesSettledOnly });
  await user.click(settled);
  expect(settled).toBeChecked();
  reply.resolve(failure('forbidden'));
  await waitFor(() => expect(settled).not.toBeChecked());
  expect(calls('PUT /api/mod/chat/rules')[0]?.body).toEqual({ slowModeSeconds: 0, settledOnly: true });
});

it('sends a reply with the id of the original message', async () => {
  acknowledge('chat message', () => ({ ok: true, message: null }));
  const { user, field, unmount } = await openComposer();
  expect(screen.getByText(REACTION_TEXTS.replyingTo('Bjorn'))).toBeInTheDocument();
  await user.type(field, 'I do{Enter}');
  expect(sent('chat message')).toMatchObject([{ text: 'I do', replyToId: 8 }]);
  await waitFor(() => expect(screen.queryByText(REACTION_TEXTS.replyingTo('Bjorn'))).not.toBeInTheDocument());
  unmount();
  const again = await openComposer();
  await again.user.type(again.field, '{Escape}Hello{Enter}');
  await waitFor(() => expect(sent('chat message').at(-1)).not.toHaveProperty('replyToId'));
});

it('picks a reaction with the keyboard', async () => {
  const replies: ChatMessage[] = [];
  answer('PUT /api/chat/messages/{id}/reactions', { reactions: [] });
  const { user } = await renderWithProviders(
    <MessageActions {...actionsOf(5)} me={ME} onReply={(message) => replies.push(message)} />,
  );
  const open = screen.getByRole('button', { name: REACTION_TEXTS.actionsOf('Bjorn') });
  await user.click(open);
  const picker = within(await screen.findByRole('toolbar', { name: REACTION_TEXTS.pick }));
  picker.getByRole('button', { name: REACTION_NAMES['👍'] }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}');
  await waitFor(() =>
    expect(calls('PUT /api/chat/messages/{id}/reactions').map(({ body }) => body)).toEqual([
      { emoji: '❤️', reacted: true },
    ]),
  );
  await user.click(open);
  await user.click(await screen.findByRole('button', { name: REACTION_TEXTS.reply }));
  expect(replies.map(({ id }) => id)).toEqual([5]);
});

it('jumps to the original message from the quote of a reply', async () => {
  const jumps: number[] = [];
  const { user } = await renderWithProviders(
    <ul>
      <MessageRow
        message={makeMessage(9, 'I do', {
          replyToId: 8,
          reactions: [{ emoji: '👍', count: 2, reacted: true }],
        })}
        isGrouped={false}
        quoted={makeMessage(8, 'Who fights?')}
        me={ME}
        canWrite
        isHighlighted={false}
        onReply={() => undefined}
        onJump={(id) => jumps.push(id)}
      />
    </ul>,
  );
  expect(screen.getByRole('button', { name: REACTION_TEXTS.chip('👍', 2, true) })).toBeInTheDocument();
  await user.click(screen.getByText('Who fights?'));
  expect(jumps).toEqual([8]);
});
