import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { ATTACHMENT_TEXTS, DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { REACTION_NAMES, REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { closeMessages, showMessages } from '../../entities/conversations/window.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ME, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, loseConnection, receive, reconnect, sent } from '../../testing/socket.ts';
import { threadQuery } from './api.ts';
import { Chat } from './components/chat.tsx';
import { ChatHeader } from './components/chat-header.tsx';
import { Composer } from './components/composer.tsx';
import { ConversationList } from './components/conversation-list.tsx';
import { MessageList } from './components/message-list.tsx';
import { MessageRow } from './components/message-row.tsx';
import { MessagesNav } from './components/messages-nav.tsx';
import { MessagesWindow } from './components/messages-window.tsx';
import { RequestActions } from './components/request-actions.tsx';
import { makeMessage, makeMessages } from './fixtures.ts';
import type { Outgoing } from './outbox.ts';
import { useMessageEvents } from './realtime.ts';
import { EMPTY_THREAD } from './thread.ts';

const OTHER = { id: 2, username: 'otho', avatarUrl: null };
const conversation = {
  otherUser: OTHER,
  text: 'See you',
  senderId: OTHER.id,
  attachmentKind: null,
  updatedAt: new Date().toISOString(),
  unreadCount: 2,
  request: false,
  muted: false,
  lastSeq: 2,
  clearedUpTo: 0,
};

function answerThread(fields: object = {}) {
  answer('GET /api/dms/{userId}', {
    items: makeMessages(1, 2) as never,
    nextCursor: null,
    otherUser: OTHER,
    readUpTo: 0,
    clearedUpTo: 0,
    canWrite: true,
    refusal: null,
    request: false,
    deletedIds: [],
    reacted: [],
    moreDeleted: false,
    ...fields,
  });
}

beforeEach(() => {
  answer('GET /api/dms', () => listPage([conversation]));
  answer('GET /api/dms/sync', []);
  answer('GET /api/dms/unread/count', { unreadCount: 2 });
  answer('POST /api/dms/{userId}/read', { unreadCount: 0 });
  answer('GET /api/blocks', []);
  acknowledge('presence:get', () => ({ ok: true, userIds: [] }));
});

/** A conversation with its live updates. */
function LiveChat() {
  useMessageEvents(ME.id);
  return <Chat userId={OTHER.id} onSelect={undefined} />;
}

async function openChat() {
  answerThread();
  const view = await renderWithProviders(<LiveChat />);
  await connect(ME.id);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: DM_TEXTS.write(OTHER.username),
  });
  await screen.findByText('message 2');
  await waitFor(() => expect(queryClient.isFetching(threadQuery(OTHER.id))).toBe(0));
  return { ...view, field };
}

const accept = (seq: number) =>
  acknowledge('private message', ({ clientTempId, text }) => ({
    ok: true,
    message: makeMessage(seq, {
      senderId: ME.id,
      receiverId: OTHER.id,
      text: text ?? '',
      clientTempId: clientTempId ?? null,
    }) as never,
  }));

it('sends a message once with Enter and starts a new line with Shift+Enter', async () => {
  accept(3);
  const { user, field } = await openChat();
  expect(field).toHaveFocus();
  await user.type(field, 'one{Shift>}{Enter}{/Shift}two{Enter}');
  expect(field).toHaveValue('');
  await waitFor(() => expect(sent('private message')).toHaveLength(1));
  expect(sent('private message')[0]).toMatchObject({ text: 'one\ntwo', receiverId: OTHER.id });
  await waitFor(() => expect(screen.queryByText(DM_TEXTS.sending)).not.toBeInTheDocument());
  expect(screen.getAllByText(/one/)).toHaveLength(1);
});

it('does not send an empty message', async () => {
  const { user, field } = await openChat();
  await user.type(field, '   {Enter}');
  expect(sent('private message')).toEqual([]);
  expect(screen.getByRole('button', { name: DM_TEXTS.send })).toHaveAttribute('aria-disabled', 'true');
});

it('keeps a rejected message with the reason, and retries it', async () => {
  acknowledge('private message', () => ({ ok: false, code: 'invalid', message: 'No.' }));
  const { user, field } = await openChat();
  await user.type(field, 'Refuse me{Enter}');
  expect(await screen.findByText(/No\./)).toBeInTheDocument();
  accept(3);
  await user.click(screen.getByRole('button', { name: DM_TEXTS.resend }));
  await waitFor(() => expect(screen.queryByText(/No\./)).not.toBeInTheDocument());
  const ids = sent('private message').map(({ clientTempId }) => clientTempId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it('sends a message after a reconnect if it was written offline', async () => {
  accept(3);
  const { user, field } = await openChat();
  await loseConnection();
  await user.type(field, 'Later{Enter}');
  expect(await screen.findByText(new RegExp(DM_TEXTS.waiting))).toBeInTheDocument();
  expect(sent('private message')).toEqual([]);
  await reconnect();
  await waitFor(() => expect(sent('private message')).toHaveLength(1));
});

it('shows a message once although it arrives twice', async () => {
  await openChat();
  const message = makeMessage(4, { senderId: OTHER.id, receiverId: ME.id, text: 'Twice' });
  await receive('private message', { ...message, seq: 3 } as never);
  await receive('private message', { ...message, seq: 3 } as never);
  expect(await screen.findAllByText('Twice')).toHaveLength(1);
  await waitFor(() => expect(calls('POST /api/dms/{userId}/read')).toHaveLength(2));
});

it('shows that the other player is typing and has read a message', async () => {
  await openChat();
  await receive('typing', { fromUserId: OTHER.id, toUserId: ME.id });
  expect(screen.getByText(DM_TEXTS.typing(OTHER.username))).toBeInTheDocument();
  await receive('stop typing', { fromUserId: OTHER.id, toUserId: ME.id });
  expect(screen.queryByText(DM_TEXTS.typing(OTHER.username))).not.toBeInTheDocument();
  await receive('dm:read', { byUserId: OTHER.id, withUserId: ME.id, upTo: 2, unreadCount: null });
  expect(await screen.findByText(DM_TEXTS.seen)).toBeInTheDocument();
});

it('replaces the text of a message that the other player deletes', async () => {
  await openChat();
  const { id, senderId, receiverId } = makeMessage(2);
  await receive('dm:deleted', { id, senderId, receiverId });
  await waitFor(() => expect(screen.queryByText('message 2')).not.toBeInTheDocument());
  expect(screen.getByText(DM_TEXTS.deleted)).toBeInTheDocument();
});

it('shows an error for an unknown player', async () => {
  answer('GET /api/dms/{userId}', failure('notFound'));
  await renderWithProviders(<Chat userId={99} onSelect={undefined} />);
  expect(await screen.findByText(DM_TEXTS.noPlayer)).toBeInTheDocument();
});

it('offers a retry when a conversation cannot be loaded', async () => {
  answer('GET /api/dms/{userId}', failure('forbidden'));
  const { user } = await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  expect(await screen.findByText(DM_TEXTS.loadFailed)).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toBeInTheDocument();
  answerThread();
  await user.click(screen.getByRole('button', { name: DM_TEXTS.retry }));
  expect(await screen.findByText('message 1')).toBeInTheDocument();
});

it('hides the text field in a read-only conversation', async () => {
  answerThread({ canWrite: false });
  await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  expect(await screen.findByText(DM_TEXTS.cannotWrite)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('ignores a file that is dropped on a conversation in which the player cannot write', async () => {
  answerThread({ canWrite: false });
  await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  const dataTransfer = { types: ['Files'], files: [new File(['x'], 'axe.png', { type: 'image/png' })] };
  // If the event is not cancelled, the browser opens the file.
  const isCancelled = !fireEvent.drop(await screen.findByText(DM_TEXTS.cannotWrite), { dataTransfer });
  expect(isCancelled).toBe(true);
  expect(calls('POST /api/dm-attachments')).toEqual([]);
});

it('shows why the other player accepts no messages, and still shows earlier messages', async () => {
  answerThread({ canWrite: false, refusal: 'friends' });
  await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  expect(await screen.findByText(REFUSAL_TEXTS.messages.friends)).toBeInTheDocument();
  expect(await screen.findByText('message 1')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

function LoneComposer() {
  return (
    <Composer
      meId={ME.id}
      userId={7}
      name="otho"
      trayId="lone"
      field={useRef<HTMLTextAreaElement>(null)}
      replyTo={null}
      onReplyEnd={() => undefined}
    />
  );
}

it('restores the draft of a conversation', async () => {
  const first = await renderWithProviders(<LoneComposer />);
  await first.user.type(screen.getByRole('textbox'), 'Half a thought');
  first.unmount();
  await renderWithProviders(<LoneComposer />);
  expect(screen.getByRole('textbox')).toHaveValue('Half a thought');
});

it('sends a message with a picture only after the picture has been uploaded', async () => {
  const reply = Promise.withResolvers<{ attachment: never }>();
  answer('POST /api/dm-attachments', () => reply.promise);
  accept(3);
  const { user, field } = await openChat();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input as HTMLInputElement, new File(['x'], 'axe.png', { type: 'image/png' }));
  await user.type(field, 'Look{Enter}');
  expect(await screen.findByText(DM_TEXTS.waitingForUpload)).toBeInTheDocument();
  expect(sent('private message')).toEqual([]);
  reply.resolve({ attachment: { id: 5, kind: 'image', url: '/media/axe.png' } as never });
  await waitFor(() => expect(sent('private message')[0]).toMatchObject({ text: 'Look', attachmentIds: [5] }));
});

it('does not send a message with a file that failed to upload, and shows why', async () => {
  answer('POST /api/dm-attachments', failure('mediaType', 'Not a picture.'));
  const { user, field } = await openChat();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input as HTMLInputElement, new File(['x'], 'axe.png', { type: 'image/png' }));
  await screen.findByText('Not a picture.');
  await user.type(field, 'Look{Enter}');
  expect(await screen.findByText(DM_TEXTS.filesFailed(1, false))).toBeInTheDocument();
  expect(sent('private message')).toEqual([]);
  await user.click(screen.getByRole('button', { name: ATTACHMENT_TEXTS.remove('axe.png') }));
  expect(screen.queryByText(DM_TEXTS.filesFailed(1, false))).not.toBeInTheDocument();
});

it('lists conversations with their last message and the number of unread messages', async () => {
  const selected: (number | null)[] = [];
  const { user } = await renderWithProviders(
    <ConversationList openId={null} onSelect={(id) => selected.push(id)} />,
  );
  const link = await screen.findByRole('link', { name: /otho.*See you.*2 unread/ });
  await user.click(link);
  expect(selected).toEqual([OTHER.id]);
});

it('lists message requests apart from conversations', async () => {
  const request = {
    ...conversation,
    otherUser: { ...OTHER, id: 7, username: 'spammer' },
    text: 'Free coins',
    request: true,
  };
  answer('GET /api/dms', ({ query }) =>
    query.cursor ? listPage([conversation]) : listPage([request], 'next'),
  );
  const { user } = await renderWithProviders(<ConversationList openId={null} onSelect={undefined} />);
  expect(await screen.findByRole('link', { name: /otho/ })).toBeInTheDocument();
  expect(screen.queryByText('Free coins')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Message requests.*1 request/ }));
  expect(screen.getByRole('heading', { name: DM_TEXTS.requests })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Free coins/ })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /otho/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: DM_TEXTS.back }));
  expect(screen.getByRole('link', { name: /otho/ })).toBeInTheDocument();
});

const requested = (fields: object = {}) => ({
  request: true,
  items: [makeMessage(2, { request: true, links: false, text: 'https://spam.example', ...fields })] as never,
});
const isAnnounced = (text: string) => screen.getByRole('log').textContent?.includes(text);

it('shows no links in a message request', async () => {
  const picture = {
    id: 5,
    kind: 'image',
    url: '/media/a.webp',
    thumbUrl: '/media/a.webp',
    width: 9,
    height: 9,
  };
  answerThread(requested({ attachments: [picture] }));
  const { user } = await renderWithProviders(<LiveChat />);
  expect(await screen.findByText('https://spam.example')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'https://spam.example' })).not.toBeInTheDocument();
  expect(document.querySelector('img[src^="/media/a"]')).toBeNull();
  await user.click(screen.getByRole('button', { name: DM_TEXTS.showMedia(1) }));
  expect(document.querySelector('img[src^="/media/a"]')).not.toBeNull();
});

it('accepts a message request and moves the focus to the text field', async () => {
  answerThread(requested());
  answer('POST /api/dms/{userId}/accept', { message: '' });
  const { user } = await renderWithProviders(<LiveChat />);
  await user.click(await screen.findByRole('button', { name: DM_TEXTS.accept }));
  await waitFor(() =>
    expect(screen.queryByText(DM_TEXTS.requestText(OTHER.username))).not.toBeInTheDocument(),
  );
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
  expect(calls('POST /api/dms/{userId}/accept')).toHaveLength(1);
});

it('deletes a message request after a confirmation', async () => {
  answerThread(requested());
  answer('DELETE /api/dms/convo/{userId}', { message: '', clearedUpTo: 2 });
  const selected: (number | null)[] = [];
  const { user } = await renderWithProviders(<Chat userId={OTHER.id} onSelect={(id) => selected.push(id)} />);
  const actions = within(await screen.findByRole('region', { name: DM_TEXTS.request }));
  expect(actions.getByRole('button', { name: BLOCK_TEXTS.blockPlayer(OTHER.username) })).toBeInTheDocument();
  expect(actions.getByRole('button', { name: /^Report/ })).toBeInTheDocument();
  await user.click(actions.getByRole('button', { name: DM_TEXTS.requestDelete }));
  const question = within(await screen.findByRole('dialog', { name: DM_TEXTS.requestDeleteTitle }));
  await user.click(question.getByRole('button', { name: DM_TEXTS.removeConfirm }));
  await waitFor(() => expect(selected).toEqual([null]));
});

it('shows why a message request could not be accepted', async () => {
  answer('POST /api/dms/{userId}/accept', failure('notFound', 'Not found.'));
  const { user } = await renderWithProviders(
    <RequestActions player={OTHER} latestId={2} onSelect={undefined} focusField={() => {}} />,
  );
  await user.click(await screen.findByRole('button', { name: DM_TEXTS.accept }));
  expect(await screen.findByText('Not found.')).toBeInTheDocument();
  expect(screen.getByText(DM_TEXTS.requestText(OTHER.username))).toBeInTheDocument();
});

it('shows a message request as a conversation when it is accepted elsewhere', async () => {
  answerThread(requested());
  await renderWithProviders(<LiveChat />);
  await connect(ME.id);
  await screen.findByText(DM_TEXTS.requestText(OTHER.username));
  await receive('dm:accepted', { withUserId: OTHER.id });
  await waitFor(() =>
    expect(screen.queryByText(DM_TEXTS.requestText(OTHER.username))).not.toBeInTheDocument(),
  );
});

it('counts the messages of a message request as unread, but does not announce them', async () => {
  await renderWithProviders(<MessagesNav userId={ME.id} />);
  await connect(ME.id);
  await screen.findByRole('button', { name: /2 unread/ });
  const [quiet, loud] = [3, 4].map((id) => ({
    ...makeMessage(2, { request: id === 3 }),
    senderId: id,
    Sender: { id, username: `player${id}`, avatarUrl: null },
    receiverId: ME.id,
  }));
  await receive('private message', quiet as never);
  await receive('private message', loud as never);
  await screen.findByRole('button', { name: /4 unread/ });
  await waitFor(() => expect(isAnnounced(DM_TEXTS.from('player4'))).toBe(true));
  expect(isAnnounced(DM_TEXTS.from('player3'))).toBe(false);
});

it('shows an empty state when there are no conversations', async () => {
  answer('GET /api/dms', () => listPage([]));
  await renderWithProviders(<ConversationList openId={null} onSelect={undefined} />);
  expect(await screen.findByText(DM_TEXTS.noConversations)).toBeInTheDocument();
});

const challengeName = UI_TEXTS.actionFor(PROFILE_TEXTS.challenge, OTHER.username);

it('links to a fight against the other player', async () => {
  await openChat();
  const link = screen.getByRole('link', { name: challengeName });
  expect(link).toHaveAttribute('href', `/fight/${OTHER.id}`);
});

it('says why the other player cannot be challenged', async () => {
  answerThread({ canWrite: false });
  const { user } = await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  const button = await screen.findByRole('button', { name: challengeName });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(DM_TEXTS.cannotChallenge);
  await user.click(button);
  await waitFor(() => expect(screen.getAllByText(DM_TEXTS.cannotChallenge)).toHaveLength(1));
});

it('clears a conversation after a confirmation', async () => {
  answer('DELETE /api/dms/convo/{userId}', { message: '', clearedUpTo: 2 });
  const { user } = await renderWithProviders(
    <ChatHeader
      userId={OTHER.id}
      player={OTHER}
      waiting={false}
      challengeRejection={null}
      onSelect={() => undefined}
    />,
  );
  await user.click(screen.getByRole('button', { name: DM_TEXTS.more }));
  await user.click(await screen.findByRole('button', { name: DM_TEXTS.clear }));
  await screen.findByRole('dialog', { name: DM_TEXTS.clearTitle });
  await user.click(await screen.findByRole('button', { name: DM_TEXTS.clearConfirm }));
  await waitFor(() => expect(calls('DELETE /api/dms/convo/{userId}')).toHaveLength(1));
  expect(await screen.findByText(DM_TEXTS.cleared)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: DM_TEXTS.more })).toHaveFocus());
});

/** The row of a message of the viewer. */
const ownRow = (message: DirectMessage | Outgoing, mayResend = false) => (
  <MessageRow
    message={message}
    mine
    isGrouped={false}
    seen={false}
    name="otho"
    otherId={2}
    hidesMedia={false}
    meId={ME.id}
    canWrite
    mayResend={mayResend}
    isHighlighted={false}
    onReply={() => undefined}
    onJump={() => undefined}
  />
);

it('asks for confirmation before deleting a message', async () => {
  answer('DELETE /api/dms/{messageId}', { message: '' });
  const { user } = await renderWithProviders(ownRow(makeMessage(1)));
  await user.click(screen.getByRole('button', { name: DM_TEXTS.remove }));
  await screen.findByText(DM_TEXTS.removeText);
  await user.click(screen.getByRole('button', { name: DM_TEXTS.removeConfirm }));
  await waitFor(() => expect(calls('DELETE /api/dms/{messageId}')).toHaveLength(1));
});

const failedMessage: Outgoing = {
  clientTempId: 'a',
  receiverId: 2,
  text: 'Lost',
  attachments: [],
  gif: null,
  replyTo: null,
  createdAt: new Date().toISOString(),
  state: 'failed',
  reason: null,
  tries: 1,
};

it('offers to resend a GIF that could not be sent', async () => {
  const gif = { id: 'cat', url: 'https://media.giphy.com/media/cat/200.gif', width: 200, height: 100 };
  const outgoing = { ...failedMessage, text: '', gif };
  await renderWithProviders(ownRow(outgoing, true));
  expect(screen.getByText(DM_TEXTS.failedGif)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: DM_TEXTS.resend })).toBeInTheDocument();
});

it('quotes the message that an unsent reply refers to, without a button', async () => {
  const { id, seq, senderId, text } = makeMessage(1);
  const replyTo = { id, seq, senderId, text, attachmentKind: null, isUnavailable: false };
  await renderWithProviders(ownRow({ ...failedMessage, replyTo }));
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: new RegExp(text) })).not.toBeInTheDocument();
});

it('offers no retry for a message to a player who cannot be messaged', async () => {
  await renderWithProviders(ownRow(failedMessage));
  expect(screen.getByText(DM_TEXTS.failed)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: DM_TEXTS.resend })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: DM_TEXTS.discard })).toBeInTheDocument();
});

it('keeps playing a video when its message has been stored', async () => {
  const video: Attachment = {
    id: 1,
    kind: 'youtube',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    thumbUrl: null,
    mime: null,
    provider: 'youtube',
    providerId: 'dQw4w9WgXcQ',
    durationMs: null,
    width: null,
    height: null,
    temporary: false,
    expiresAt: null,
    expired: false,
  };
  const { user, rerender } = await renderWithProviders(
    ownRow({ ...failedMessage, attachments: [video], state: 'sending' }),
  );
  await user.click(screen.getByRole('button', { name: new RegExp(ATTACHMENT_TEXTS.play) }));
  const player = screen.getByTitle(ATTACHMENT_TEXTS.youtubeVideo);
  await rerender(ownRow({ ...makeMessage(1), attachments: [video] }));
  expect(screen.getByRole('button', { name: DM_TEXTS.remove })).toBeInTheDocument();
  expect(screen.getByTitle(ATTACHMENT_TEXTS.youtubeVideo)).toBe(player);
});

it('shows that a conversation is empty, and offers a retry when older messages cannot be loaded', async () => {
  answer('GET /api/dms/{userId}', failure('forbidden'));
  const list = (olderCursor: string | null) => (
    <MessageList
      userId={2}
      meId={1}
      thread={{ ...EMPTY_THREAD, loaded: true, olderCursor }}
      rows={[]}
      name="otho"
      notice={null}
      focusField={() => false}
      canWrite
      onReply={() => undefined}
    />
  );
  const { user } = await renderWithProviders(list('c'));
  expect(screen.getByText(DM_TEXTS.noMessages('otho'))).toBeInTheDocument();
  expect(await screen.findByText(DM_TEXTS.olderFailed)).toBeInTheDocument();
  answerThread();
  await user.click(screen.getByRole('button', { name: DM_TEXTS.retry }));
  await waitFor(() => expect(screen.queryByText(DM_TEXTS.olderFailed)).not.toBeInTheDocument());
});

it('opens the messages window from the navbar', async () => {
  const { user } = await renderWithProviders(<MessagesNav userId={ME.id} />);
  await connect(ME.id);
  const button = await screen.findByRole('button', { name: /2 unread/ });
  await receive('private message', makeMessage(2) as never);
  expect(await screen.findByRole('button', { name: /3 unread/ })).toBe(button);
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: DM_TEXTS.title })).toBeInTheDocument();
  closeMessages();
});

it('shows the selected conversation in the messages window', async () => {
  answerThread();
  showMessages(OTHER.id);
  const { user } = await renderWithProviders(<MessagesWindow />);
  const dialog = await screen.findByRole('dialog', { name: DM_TEXTS.title });
  expect(await within(dialog).findByText('message 1')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: DM_TEXTS.back }));
  expect(await within(dialog).findByText(DM_TEXTS.select)).toBeInTheDocument();
  closeMessages();
});

it('shows an unblock button instead of the text field', async () => {
  answer('GET /api/blocks', [{ ...RIVAL, id: OTHER.id }]);
  answerThread();
  await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  expect(await screen.findByText(BLOCK_TEXTS.blocked(OTHER.username))).toBeInTheDocument();
  expect(screen.getByRole('button', { name: BLOCK_TEXTS.unblockPlayer(OTHER.username) })).toBeInTheDocument();
});

it('shows a reaction immediately', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('PUT /api/dms/{messageId}/reactions', () => reply.promise);
  const { user } = await openChat();
  await user.click(screen.getByRole('button', { name: REACTION_TEXTS.actionsOf(OTHER.username) }));
  await user.click(await screen.findByRole('button', { name: REACTION_NAMES['🔥'] }));
  const chip = await screen.findByRole('button', { name: REACTION_TEXTS.chip('🔥', 1, true) });
  await receive('dm:reacted', {
    id: makeMessage(2).id,
    senderId: OTHER.id,
    receiverId: ME.id,
    userId: OTHER.id,
    emoji: '🔥',
    reacted: true,
  });
  await waitFor(() => expect(chip).toHaveAccessibleName(REACTION_TEXTS.chip('🔥', 2, true)));
  reply.resolve(failure('forbidden', 'Not now.'));
  await waitFor(() => expect(chip).toHaveAccessibleName(REACTION_TEXTS.chip('🔥', 1, false)));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
});

it('sends a reply with the id of the quoted message', async () => {
  accept(3);
  const { user, field } = await openChat();
  const reply = async () => {
    await user.click(screen.getByRole('button', { name: REACTION_TEXTS.actionsOf(OTHER.username) }));
    await user.click(await screen.findByRole('button', { name: REACTION_TEXTS.reply }));
    await waitFor(() => expect(field).toHaveFocus());
  };
  await reply();
  expect(screen.getByText(REACTION_TEXTS.replyingTo(OTHER.username))).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(REACTION_TEXTS.replyingTo(OTHER.username))).not.toBeInTheDocument();
  await reply();
  await user.keyboard('Indeed{Enter}');
  await waitFor(() =>
    expect(sent('private message')[0]).toMatchObject({ text: 'Indeed', replyToId: makeMessage(2).id }),
  );
  await waitFor(() =>
    expect(screen.queryByText(REACTION_TEXTS.replyingTo(OTHER.username))).not.toBeInTheDocument(),
  );
});

it('scrolls from the quote of a reply to the quoted message', async () => {
  const { id, seq, senderId, text } = makeMessage(1);
  const replyTo = { id, seq, senderId, text, attachmentKind: null, isUnavailable: false };
  answerThread({ items: [makeMessage(1), makeMessage(2, { replyTo })] as never });
  const { user } = await renderWithProviders(<LiveChat />);
  await user.click(
    await screen.findByRole('button', {
      name: new RegExp(`^${REACTION_TEXTS.inReplyTo}\\s*${DM_TEXTS.own}.*${text}`),
    }),
  );
  await waitFor(() => expect(document.activeElement).toHaveTextContent(text));
});

it('offers no reactions in a read-only conversation', async () => {
  answerThread({
    canWrite: false,
    items: [makeMessage(2, { reactions: [{ emoji: '👍', userIds: [ME.id] }] })] as never,
  });
  await renderWithProviders(<Chat userId={OTHER.id} onSelect={undefined} />);
  expect(await screen.findByRole('button', { name: REACTION_TEXTS.chip('👍', 1, true) })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.queryByRole('button', { name: REACTION_TEXTS.actionsOf(OTHER.username) })).toBeNull();
});
