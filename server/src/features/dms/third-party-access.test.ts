import type { RouteKey } from '@rivalhold/shared/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitRaw, nextEvent, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import {
  checkConversations,
  history,
  recordEvents,
  type SendAck,
  sendDirectMessage,
  unread,
} from './testing.ts';

/** A third player can neither read nor change the conversation of two others. */
const app = useTestApp();
let one: TestPlayer;
let other: TestPlayer;
let stranger: TestPlayer;
let socket: TestSocket;
let message: SendAck['message'];
let heard: { event: string }[];
beforeAll(async () => {
  [one, other, stranger] = [await app.player(), await app.player(), await app.player()];
  socket = await stranger.socket();
  heard = recordEvents(
    socket,
    'private message',
    'typing',
    'stop typing',
    'dm:deleted',
    'dm:read',
    'dm:cleared',
  );
  const own = await one.socket();
  message = (await sendDirectMessage(own, one, other, 'between us', { clientTempId: 'ours' })).message;
});
afterAll(async () => {
  expect(heard).toEqual([]);
  expect((await history(other, one)).items).toMatchObject([{ id: message.id, text: 'between us' }]);
  expect(await unread(other)).toBe(1);
  await checkConversations(app);
});

const call = (key: RouteKey, params: Record<string, number>) => stranger.call(key, { params });

describe('a third player', () => {
  it('cannot read the conversation', async () => {
    for (const player of [one, other]) {
      const { body } = await call('GET /api/dms/{userId}', { userId: player.id });
      expect(body).toMatchObject({ items: [], readUpTo: 0 });
    }
    expect((await stranger.call('GET /api/dms')).body).toEqual([]);
    const since = new Date(0).toISOString();
    expect((await stranger.call('GET /api/dms/sync', { query: { since } })).body).toEqual([]);
    expect(await unread(stranger)).toBe(0);
  });

  it('cannot mark messages of the conversation as read', async () => {
    for (const player of [one, other])
      expect((await call('POST /api/dms/{userId}/read', { userId: player.id })).status).toBe(200);
    expect((await history(one, other)).readUpTo).toBe(0);
  });

  it('cannot delete a message of the conversation', async () => {
    expect((await call('DELETE /api/dms/{messageId}', { messageId: message.id })).status).toBe(404);
    const receiver = await other.call('DELETE /api/dms/{messageId}', { params: { messageId: message.id } });
    expect(receiver.status).toBe(403);
  });

  it('cannot clear the conversation for others', async () => {
    for (const player of [one, other]) await call('DELETE /api/dms/convo/{userId}', { userId: player.id });
    expect((await one.call('GET /api/dms')).body).toHaveLength(1);
  });

  it("cannot send messages or typing events in another player's name", async () => {
    const asOne = { senderId: one.id, receiverId: other.id, text: 'forged' };
    expect(await emitRaw(socket, 'private message', asOne)).toMatchObject({ ok: false, code: 'forbidden' });
    for (const event of ['typing', 'stop typing'] as const)
      expect(await emitRaw(socket, event, { fromUserId: one.id, toUserId: other.id })).toMatchObject({
        ok: false,
        code: 'forbidden',
      });
  });

  it('cannot get another player’s message by sending one with the same temporary id', async () => {
    const third = await app.player();
    const echo = nextEvent(socket, 'private message');
    const sent = await sendDirectMessage(socket, stranger, third, 'mine', { clientTempId: 'ours' });
    expect(sent.message).toMatchObject({ text: 'mine', senderId: stranger.id });
    await echo;
    heard.length = 0;
  });

  it('cannot attach uploads of other players', async () => {
    const made = await one.call('POST /api/dm-attachments/youtube', {
      body: { url: 'https://youtu.be/dQw4w9WgXcQ' },
    });
    expect(made.status).toBe(201);
    const attachmentIds = [made.body.attachment.id];
    const refused = await sendDirectMessage(socket, stranger, other, 'look', { attachmentIds });
    expect(refused).toMatchObject({ ok: false, code: 'invalid' });
    expect((await history(stranger, other)).items).toEqual([]);
  });

  it('cannot read the conversation or open a socket as a guest', async () => {
    const guest = app.browser();
    expect((await guest.call('GET /api/dms/{userId}', { params: { userId: one.id } })).status).toBe(401);
    await expect(guest.socket()).rejects.toThrow();
  });
});
