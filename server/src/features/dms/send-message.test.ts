import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { DM_MEDIA_ERRORS } from '@rivalhold/shared/texts/dms.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, emitRaw, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { block } from '../blocks/testing.ts';
import {
  checkConversations,
  GIF,
  history,
  list,
  read,
  recordEvents,
  remove,
  sendDirectMessage,
  unread,
} from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkConversations(app);
});

const pair = async (): Promise<[TestPlayer, TestPlayer]> => [await app.player(), await app.player()];

describe('sending a message', () => {
  it('delivers the message to every tab of both players', async () => {
    const [one, other] = await pair();
    const [own, tab, theirs, again] = [
      await one.socket(),
      await one.socket(),
      await other.socket(),
      await other.socket(),
    ];
    const copies = [own, tab, theirs, again].map((socket) => nextEvent(socket, 'private message'));
    const sent = await sendDirectMessage(own, one, other, '  Hail, <b>rival</b>!\n', {
      clientTempId: 'first',
    });
    expect(sent).toMatchObject({
      ok: true,
      message: {
        seq: 1,
        senderId: one.id,
        receiverId: other.id,
        text: '  Hail, <b>rival</b>!\n',
        clientTempId: 'first',
        deletedAt: null,
        Sender: { id: one.id, username: one.username, avatarUrl: null },
        Receiver: { id: other.id, username: other.username },
        attachments: [],
      },
    });
    const [a, b, c, d] = await Promise.all(copies);
    expect([a, b]).toEqual([sent.message, sent.message]);
    const received = { ...sent.message, clientTempId: null, request: true };
    expect([c, d]).toEqual([received, received]);
    expect((await history(one, other)).items).toEqual([sent.message]);
    expect((await history(other, one)).items).toEqual([received]);
  });

  it('returns the stored message for a repeated temporary id', async () => {
    const [one, other] = await pair();
    const [own, theirs] = [await one.socket(), await other.socket()];
    const heard = recordEvents(theirs, 'private message');
    const first = await sendDirectMessage(own, one, other, 'Once', { clientTempId: 'once' });
    expect(await sendDirectMessage(own, one, other, 'Once more', { clientTempId: 'once' })).toEqual(first);
    const third = await app.player();
    expect(await sendDirectMessage(own, one, third, 'To another', { clientTempId: 'once' })).toEqual(first);
    const last = nextEvent(theirs, 'private message');
    await sendDirectMessage(own, one, other, 'Twice', { clientTempId: 'twice' });
    expect((await last).seq).toBe(2);
    expect(heard).toHaveLength(2);
    // Temporary ids are unique only per sender.
    expect(
      (await sendDirectMessage(theirs, other, one, 'Mine', { clientTempId: 'once' })).message,
    ).toMatchObject({
      seq: 3,
      senderId: other.id,
    });
    expect(await unread(other)).toBe(2);
  });

  it('rejects invalid texts, media, receivers and senders', async () => {
    const [one, other] = await pair();
    const socket = await one.socket();
    const refused = async (text: string | null, more: object = {}) => {
      const { ok, code, message } = await sendDirectMessage(socket, one, other, text, more);
      expect(ok).toBe(false);
      return [code, message];
    };
    for (const text of [null, '', ' \n\t '])
      expect(await refused(text)).toEqual(['invalid', expect.any(String)]);
    expect(await refused('x'.repeat(4_001))).toEqual(['invalid', 'Use at most 4,000 characters']);
    expect(await refused(null, { attachmentIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] })).toEqual([
      'invalid',
      'You can add at most 10 files',
    ]);
    expect(await refused('x', { attachmentIds: [9_999_999] })).toEqual(['invalid', expect.any(String)]);
    expect(await refused('x', { attachments: [{ id: 9_999_999 }] })).toEqual(['invalid', expect.any(String)]);
    const [five, more] = [[1, 2, 3, 4, 5], [5, 6, 7, 8, 9, 10, 11].map((id) => ({ id }))];
    expect(await refused(null, { attachmentIds: five, attachments: more })).toEqual([
      'invalid',
      'You can add at most 10 files',
    ]);
    expect(await refused(null, { giphy: { ...GIF, url: 'https://evil.example/a.gif' } })).toEqual([
      'invalid',
      DM_MEDIA_ERRORS.gifAddress,
    ]);
    expect(await refused('x', { receiverId: one.id })).toEqual(['invalid', expect.any(String)]);
    expect(await refused('x', { receiverId: 9_999_999 })).toEqual(['forbidden', BLOCK_TEXTS.refused]);
    expect(await refused('x', { senderId: other.id })).toEqual(['forbidden', 'Forbidden']);
    expect((await sendDirectMessage(socket, one, other, 'x'.repeat(4_000))).ok).toBe(true);
    expect((await history(one, other)).items).toHaveLength(1);
  });

  it('accepts attachments as ids, as objects, or as both', async () => {
    const [one, other] = await pair();
    const socket = await one.socket();
    const upload = async () => {
      const body = { url: 'https://youtu.be/dQw4w9WgXcQ' };
      return (await one.call('POST /api/dm-attachments/youtube', { body })).body.attachment.id;
    };
    const [first, second] = [await upload(), await upload()];
    const attachments = [{ id: first, kind: 'youtube' }, { id: second }];
    const { message } = await sendDirectMessage(socket, one, other, null, {
      attachmentIds: [first],
      attachments,
    });
    expect(message.attachments.map(({ id }) => id)).toEqual([first, second]);
  });

  it.each<[string, (id: number) => unknown]>([
    ['an id', (id) => id],
    ['an id as text', (id) => `${id}`],
    ['a list of ids', (id) => [id]],
    ['a list of ids as text', (id) => [`${id}`]],
    ['an object', (id) => ({ id })],
    ['an object with id and kind', (id) => [{ id: `${id}`, kind: 'youtube', url: 'https://youtu.be/x' }]],
    ['an object with attachmentId', (id) => [{ attachmentId: id, type: 'image' }]],
    ['the response to an upload', (id) => [{ attachment: { id, kind: 'youtube' } }]],
  ])('accepts an attachment as %s, in `attachments` and in `attachmentIds`', async (_, shape) => {
    const [one, other] = await pair();
    const socket = await one.socket();
    for (const field of ['attachments', 'attachmentIds']) {
      const body = { url: 'https://youtu.be/dQw4w9WgXcQ' };
      const { id } = (await one.call('POST /api/dm-attachments/youtube', { body })).body.attachment;
      const { ok, message } = await sendDirectMessage(socket, one, other, null, { [field]: shape(id) });
      expect([ok, message.attachments?.map((attachment) => attachment.id)]).toEqual([true, [id]]);
    }
  });

  it.each<[string, object]>([
    ['as its address', { giphy: GIF.url }],
    ['as an object with an address only', { giphy: { url: GIF.url } }],
    ['with its size as text', { giphy: { ...GIF, width: '200', height: '100' } }],
    ['with an unknown size', { giphy: { ...GIF, width: 0, height: null } }],
    ['among the attachments', { attachments: [{ kind: 'gif', url: GIF.url }] }],
    ['among the attachments, with its own id', { attachments: [{ ...GIF, type: 'gif' }] }],
    ['as a GIF and among the attachments', { giphy: GIF.url, attachments: { ...GIF, provider: 'giphy' } }],
  ])('accepts a GIF that is sent %s', async (_, media) => {
    const [one, other] = await pair();
    const { ok, message } = await sendDirectMessage(await one.socket(), one, other, null, media);
    expect(ok).toBe(true);
    expect(message.attachments).toMatchObject([{ kind: 'gif', url: GIF.url, provider: 'giphy' }]);
    expect((await history(other, one)).items[0]?.attachments).toEqual(message.attachments);
  });

  it.each<[string, object, string]>([
    ['a word as an attachment', { attachments: ['picture'] }, DM_MEDIA_ERRORS.attachment],
    [
      'an attachment without an id',
      { attachments: [{ kind: 'image', url: '/a.png' }] },
      DM_MEDIA_ERRORS.attachment,
    ],
    ['an empty attachment', { attachments: [null] }, DM_MEDIA_ERRORS.attachment],
    ['a negative attachment id', { attachmentIds: [-1] }, DM_MEDIA_ERRORS.attachment],
    ['an attachment id that is not an integer', { attachmentIds: 1.5 }, DM_MEDIA_ERRORS.attachment],
    ['a boolean as attachments', { attachments: true }, DM_MEDIA_ERRORS.attachment],
    [
      'a list of 101 attachments',
      { attachments: Array.from({ length: 101 }, (_, at) => at + 1) },
      DM_MEDIA_ERRORS.tooMany(10),
    ],
    ['a GIF of another site', { giphy: 'https://evil.example/a.gif' }, DM_MEDIA_ERRORS.gifAddress],
    ['a page about a GIF', { giphy: 'https://giphy.com/gifs/cat-abc' }, DM_MEDIA_ERRORS.gifAddress],
    ['a GIF without an address', { giphy: { id: 'abc' } }, DM_MEDIA_ERRORS.gif],
    ['a GIF that is a number', { giphy: 7 }, DM_MEDIA_ERRORS.gif],
    ['a list of GIFs', { giphy: [GIF.url] }, DM_MEDIA_ERRORS.gif],
    ['a long GIF address', { giphy: `${GIF.url}?${'x'.repeat(500)}` }, DM_MEDIA_ERRORS.gifLong],
    [
      'two GIFs',
      { giphy: GIF.url, attachments: [{ kind: 'gif', url: 'https://i.giphy.com/b.gif' }] },
      DM_MEDIA_ERRORS.oneGif,
    ],
  ])('rejects %s, and gives the reason', async (_, media, reason) => {
    const [one, other] = await pair();
    const answer = await sendDirectMessage(await one.socket(), one, other, 'Look', media);
    expect(answer).toMatchObject({ ok: false, code: 'invalid', message: reason });
    expect((await history(one, other)).items).toEqual([]);
  });

  it('accepts a GIF without text', async () => {
    const [one, other] = await pair();
    const { ok, message } = await sendDirectMessage(await one.socket(), one, other, null, { giphy: GIF });
    expect(ok).toBe(true);
    expect(message).toMatchObject({ text: '', attachments: [{ kind: 'gif', url: GIF.url, width: 200 }] });
    expect((await history(other, one)).items[0]?.attachments).toEqual(message.attachments);
    expect((await list(other)).body).toMatchObject([{ text: '', attachmentKind: 'gif', unreadCount: 1 }]);
    await remove(one, message.id);
    expect((await list(other)).body).toMatchObject([{ text: '', attachmentKind: null, unreadCount: 0 }]);
  });

  it('is limited to 40 messages in 10 seconds per sender, counted across all tabs', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const [one, other] = [await limited.player(), await limited.player()];
    const tabs = [await one.socket(), await one.socket()] as const;
    const acks = await Promise.all(
      Array.from({ length: 45 }, (_, n) => sendDirectMessage(tabs[n % 2 ? 1 : 0], one, other, String(n))),
    );
    expect(acks.filter(({ ok }) => ok)).toHaveLength(40);
    expect(acks.filter(({ code }) => code === 'tooOften')).toHaveLength(5);
    // The rate limit for messages does not apply to typing events.
    expect((await emitRaw(tabs[0], 'typing', { toUserId: other.id, fromUserId: one.id })).ok).toBe(true);
    await limited.close();
  });
});

describe('blocks and deleted accounts', () => {
  it('a block prevents new messages in both directions', async () => {
    const [one, other] = await pair();
    const [own, theirs] = [await one.socket(), await other.socket()];
    const before = await sendDirectMessage(own, one, other, 'before', { clientTempId: 'before' });
    expect((await history(one, other)).canWrite).toBe(true);
    expect((await block(other, one)).status).toBe(201);
    const heard = recordEvents(theirs, 'private message', 'typing', 'dm:read');
    for (const [socket, from, to] of [
      [own, one, other],
      [theirs, other, one],
    ] as const) {
      const refusal = await sendDirectMessage(socket, from, to, 'after');
      expect([refusal.ok, refusal.code, refusal.message]).toEqual([
        false,
        'forbidden',
        'You can’t do that with this player.',
      ]);
      const typing = await emitRaw(socket, 'typing', { toUserId: to.id, fromUserId: from.id });
      expect([typing.ok, typing.code]).toEqual([false, 'forbidden']);
      expect(await history(from, to)).toMatchObject({
        canWrite: false,
        otherUser: { username: to.username },
        items: [{ text: 'before' }],
      });
    }
    await read(one, other);
    expect(await sendDirectMessage(own, one, other, 'before', { clientTempId: 'before' })).toEqual(before);
    expect(heard).toEqual([]);
    const stranger = await app.player();
    await block(stranger, one);
    const answer = await one.call('GET /api/dms/{userId}', { params: { userId: stranger.id } });
    expect(answer.status).toBe(404);
    await other.call('DELETE /api/blocks/{userId}', { params: { userId: one.id } });
    expect((await sendDirectMessage(own, one, other, 'again')).message.seq).toBe(2);
  });

  it('a conversation with a deleted player allows no new messages', async () => {
    const [one, other] = await pair();
    const own = await one.socket();
    await sendDirectMessage(own, one, other, 'farewell');
    await query(app.site.db, sql`update users set deleted_at = ${app.clock.now()} where id = ${other.id}`);
    const gone = { id: other.id, username: 'Deleted player', avatarUrl: null };
    expect(await history(one, other)).toMatchObject({
      canWrite: false,
      otherUser: gone,
      items: [{ text: 'farewell', Receiver: gone }],
    });
    expect((await list(one)).body).toMatchObject([{ otherUser: gone, text: 'farewell' }]);
    expect(await sendDirectMessage(own, one, other, 'hello?')).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
    expect(await emitRaw(own, 'typing', { toUserId: other.id, fromUserId: one.id })).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
  });
});

describe('a typing event', () => {
  it('is sent only to the other player', async () => {
    const [one, other] = await pair();
    const [own, theirs, aside] = [
      await one.socket(),
      await other.socket(),
      await (await app.player()).socket(),
    ];
    const heard = [recordEvents(aside, 'typing', 'stop typing'), recordEvents(own, 'typing', 'stop typing')];
    const ids = { toUserId: other.id, fromUserId: one.id };
    for (const event of ['typing', 'stop typing'] as const) {
      const shown = nextEvent(theirs, event);
      expect(await emitRaw(own, event, ids)).toEqual({ ok: true });
      expect(await shown).toEqual({ fromUserId: one.id, toUserId: other.id });
    }
    expect(heard).toEqual([[], []]);
  });
});
