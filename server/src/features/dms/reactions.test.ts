import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { collectAll } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import { personalData } from './personal-data.ts';
import {
  checkConversations,
  clear,
  GIF,
  history,
  react,
  recordEvents,
  remove,
  sendDirectMessage,
} from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkConversations(app);
});

async function pairWithMessage(text = 'Well fought') {
  const [one, other] = [await app.player(), await app.player()];
  const { message } = await sendDirectMessage(await one.socket(), one, other, text);
  return { one, other, message };
}
const reactionsOf = async (player: TestPlayer, other: TestPlayer) =>
  (await history(player, other)).items.map(({ reactions }) => reactions);
const rowsOf = (messageId: number) =>
  query(app.site.db, sql`select id from message_reactions where message_id = ${messageId}`);

describe('a reaction to a message', () => {
  it('is shown to both players, with an event to every tab', async () => {
    const { one, other, message } = await pairWithMessage();
    const sockets = [await one.socket(), await one.socket(), await other.socket()];
    const events = sockets.map((socket) => nextEvent(socket, 'dm:reacted'));
    const { status, body } = await react(other, message.id, '🔥');
    expect([status, body]).toEqual([200, { reactions: [{ emoji: '🔥', userIds: [other.id] }] }]);
    const event = { id: message.id, senderId: one.id, receiverId: other.id, userId: other.id };
    for (const received of await Promise.all(events))
      expect(received).toEqual({ ...event, emoji: '🔥', reacted: true });
    await react(one, message.id, '👍');
    await react(one, message.id, '🔥');
    const both = [
      { emoji: '👍', userIds: [one.id] },
      { emoji: '🔥', userIds: [other.id, one.id] },
    ];
    expect(await reactionsOf(one, other)).toEqual([both]);
    expect(await reactionsOf(other, one)).toEqual([both]);
    await react(other, message.id, '🔥', false);
    expect((await reactionsOf(one, other))[0]).toContainEqual({ emoji: '🔥', userIds: [one.id] });
  });

  it('is stored and sent once for concurrent requests', async () => {
    const { one, other, message } = await pairWithMessage();
    const heard = recordEvents(await one.socket(), 'dm:reacted');
    const twice = await Promise.all([react(other, message.id), react(other, message.id)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await react(other, message.id)).body.reactions).toEqual([{ emoji: '👍', userIds: [other.id] }]);
    for (let times = 0; times < 2; times++)
      expect((await react(other, message.id, '👍', false)).body).toEqual({ reactions: [] });
    const last = nextEvent(await one.socket(), 'dm:reacted');
    await react(one, message.id, '😂');
    await last;
    expect(heard.map(({ payload }) => payload)).toMatchObject([
      { reacted: true, emoji: '👍' },
      { reacted: false, emoji: '👍' },
      { reacted: true, emoji: '😂' },
    ]);
  });

  it('is stored for each player if both players react concurrently', async () => {
    const { one, other, message } = await pairWithMessage();
    await Promise.all([react(one, message.id), react(other, message.id)]);
    expect((await reactionsOf(one, other))[0]?.[0]?.userIds.toSorted()).toEqual([one.id, other.id].sort());
  });

  it('must be one of the offered emoji', async () => {
    const { other, message } = await pairWithMessage();
    for (const emoji of ['💀', 'thumbs', '', '👍👍'])
      expect((await react(other, message.id, emoji as never)).status).toBe(400);
    expect(await rowsOf(message.id)).toEqual([]);
  });

  it('is rejected for a third player and for a deleted message', async () => {
    const { one, other, message } = await pairWithMessage();
    expect((await react(await app.player(), message.id)).status).toBe(404);
    expect((await react(one, 9_999_999)).status).toBe(404);
    await clear(other, one);
    expect((await react(other, message.id)).status).toBe(404);
    expect((await react(one, message.id)).status).toBe(200);
    await remove(one, message.id);
    expect((await react(one, message.id, '😮')).status).toBe(404);
  });

  it('is deleted with its message', async () => {
    const { one, other, message } = await pairWithMessage();
    await react(other, message.id);
    expect(await rowsOf(message.id)).toHaveLength(1);
    await remove(one, message.id);
    expect(await rowsOf(message.id)).toEqual([]);
    expect(await reactionsOf(other, one)).toEqual([[]]);
  });

  it('is hidden from the other player after a block', async () => {
    const { one, other, message } = await pairWithMessage();
    await react(one, message.id);
    await react(other, message.id);
    await react(other, message.id, '😂');
    await block(one, other);
    expect(await reactionsOf(one, other)).toEqual([[{ emoji: '👍', userIds: [one.id] }]]);
    expect((await reactionsOf(other, one))[0]).toHaveLength(2);
    for (const player of [one, other]) {
      const { status, body } = await react(player, message.id, '😢');
      expect([status, body.message]).toEqual([403, BLOCK_TEXTS.refused]);
    }
  });

  it('is limited to 30 changes in 10 seconds', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const [one, other] = [await limited.player(), await limited.player()];
    const { message } = await sendDirectMessage(await one.socket(), one, other, 'A word');
    const answers = await Promise.all(Array.from({ length: 33 }, () => react(other, message.id)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    await limited.close();
  });

  it('is included in the changes since a given time', async () => {
    const { one, other, message } = await pairWithMessage();
    const { message: second } = await sendDirectMessage(await one.socket(), one, other, 'Another');
    await react(other, message.id);
    app.clock.advance(120_000);
    const deletedSince = app.clock.now().toISOString();
    expect((await history(one, other, { after: 2, deletedSince })).reacted).toEqual([]);
    await react(other, second.id, '❤️');
    await react(other, message.id, '👍', false);
    const { reacted } = await history(one, other, { after: 2, deletedSince });
    expect(reacted).toHaveLength(2);
    expect(reacted).toContainEqual({ id: message.id, reactions: [] });
    expect(reacted).toContainEqual({ id: second.id, reactions: [{ emoji: '❤️', userIds: [other.id] }] });
  });

  it('is part of the data export, and is erased with the account', async () => {
    const { one, other, message } = await pairWithMessage();
    await react(other, message.id);
    await react(one, message.id);
    const rows = personalData.sections?.(app.site.db, other.id)['message-reactions'];
    expect(await collectAll(rows as AsyncIterable<object>)).toMatchObject([{ seq: 1, emoji: '👍' }]);
    await deleteWithoutJob(app, other);
    const erase = personalData.erase as (tx: unknown, site: unknown, userId: number) => Promise<boolean>;
    expect(await erase(app.site.db, app.site, other.id)).toBe(true);
    expect(await reactionsOf(one, other)).toEqual([[{ emoji: '👍', userIds: [one.id] }]]);
  });
});

describe('a reply', () => {
  it('contains a quote of the original message for both players', async () => {
    const { one, other, message } = await pairWithMessage(`${'x'.repeat(130)} end`);
    const socket = await other.socket();
    const received = nextEvent(await one.socket(), 'private message');
    const sent = await sendDirectMessage(socket, other, one, 'Indeed', { replyToId: message.id });
    const quote = {
      id: message.id,
      seq: 1,
      senderId: one.id,
      text: 'x'.repeat(120),
      attachmentKind: null,
      isUnavailable: false,
    };
    expect(sent.message.replyTo).toEqual(quote);
    expect((await received).replyTo).toEqual(quote);
    for (const [player, partner] of [
      [one, other],
      [other, one],
    ] as const)
      expect((await history(player, partner)).items.map(({ replyTo }) => replyTo)).toEqual([null, quote]);
  });

  it('contains the media type of an original message without text', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const socket = await one.socket();
    const { message } = await sendDirectMessage(socket, one, other, null, { giphy: GIF });
    const reply = await sendDirectMessage(socket, one, other, 'Ha', { replyToId: message.id });
    expect(reply.message.replyTo).toMatchObject({ text: '', attachmentKind: 'gif' });
  });

  it('no longer quotes a message that was deleted, or that the reader has cleared', async () => {
    const { one, other, message } = await pairWithMessage();
    const socket = await one.socket();
    await clear(other, one);
    const received = nextEvent(await other.socket(), 'private message');
    const sent = await sendDirectMessage(socket, one, other, 'As I said', { replyToId: message.id });
    const unavailable = { id: message.id, text: '', isUnavailable: true };
    expect(sent.message.replyTo).toMatchObject({ text: 'Well fought', isUnavailable: false });
    expect((await received).replyTo).toMatchObject(unavailable);
    expect((await history(other, one)).items[0]?.replyTo).toMatchObject(unavailable);
    await remove(one, message.id);
    expect((await history(one, other)).items[1]?.replyTo).toMatchObject(unavailable);
    const again = await sendDirectMessage(socket, one, other, 'Still', { replyToId: message.id });
    expect(again.message.replyTo).toMatchObject(unavailable);
  });

  it('is rejected if the original message is unknown or from another conversation', async () => {
    const { one, other } = await pairWithMessage();
    const { message } = await pairWithMessage();
    const socket = await one.socket();
    for (const replyToId of [message.id, 9_999_999])
      expect(await sendDirectMessage(socket, one, other, 'Look', { replyToId })).toMatchObject({
        ok: false,
        code: 'invalid',
      });
    expect((await history(one, other)).items).toHaveLength(1);
  });

  it('is stored once per temporary id', async () => {
    const { one, other, message } = await pairWithMessage();
    const socket = await one.socket();
    const more = { replyToId: message.id, clientTempId: 'reply' };
    const first = await sendDirectMessage(socket, one, other, 'Once', more);
    expect(await sendDirectMessage(socket, one, other, 'Once', more)).toEqual(first);
  });
});
