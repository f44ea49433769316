import { afterAll, describe, expect, it } from 'vitest';
import { type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { block } from '../blocks/testing.ts';
import { sendMessage } from './service.ts';
import {
  checkConversations,
  history,
  recordEvents,
  type SendAck,
  sendDirectMessage,
  unread,
} from './testing.ts';

/**
 * These tests run actions concurrently, and then check the stored data. They find races only on a PostgreSQL server
 * with several connections.
 */
const app = useTestApp();
afterAll(async () => {
  await checkConversations(app);
});

type Side = { player: TestPlayer; socket: TestSocket };
const side = async (): Promise<Side> => {
  const player = await app.player();
  return { player, socket: await player.socket() };
};
const seqs = async (one: Side, other: Side) =>
  (await history(one.player, other.player, { limit: 100 })).items.map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/**
 * Call the service directly, because messages that arrive over sockets are queued and not stored
 * concurrently.
 */
const store = (from: Side, to: Side, text: string, clientTempId: string | null = null) =>
  sendMessage(app.site.db, app.site, {
    sender: from.player,
    receiverId: to.player.id,
    text,
    clientTempId,
  });

describe('concurrent actions in conversations', () => {
  it('give messages consecutive numbers, in the order in which each sender sent them', async () => {
    const [one, other] = [await side(), await side()];
    const shown = [one, other].map(({ socket }) => recordEvents(socket, 'private message'));
    const sent = await Promise.all(
      upTo(20).flatMap((n) => [
        sendDirectMessage(one.socket, one.player, other.player, `one ${n}`),
        sendDirectMessage(other.socket, other.player, one.player, `other ${n}`),
      ]),
    );
    expect(sent.filter(({ ok }) => !ok)).toEqual([]);
    expect(await seqs(one, other)).toEqual(upTo(40));
    const { items } = await history(one.player, other.player, { limit: 100 });
    for (const { player } of [one, other]) {
      const own = items.filter(({ senderId }) => senderId === player.id).map(({ text }) => text);
      expect(own).toEqual(upTo(20).map((n) => `${player === one.player ? 'one' : 'other'} ${n}`));
    }
    for (const heard of shown)
      await expect
        .poll(() => heard.map(({ payload }) => (payload as SendAck['message']).seq))
        .toEqual(upTo(40));
    expect(await unread(one.player)).toBe(20);
  });

  it('give messages from separate connections consecutive numbers', async () => {
    const [one, other] = [await side(), await side()];
    await Promise.all(upTo(20).flatMap((n) => [store(one, other, `${n}`), store(other, one, `${n}`)]));
    expect(await seqs(one, other)).toEqual(upTo(40));
  });

  it('create one conversation if both players write first at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await side(), await side()];
      const sent = await Promise.all([store(one, other, 'hail'), store(other, one, 'hail')]);
      expect(sent.map(({ seq }) => seq).sort()).toEqual([1, 2]);
      expect(await seqs(other, one)).toEqual([1, 2]);
    }
  });

  it('store and deliver a message once if it is sent six times', async () => {
    const [one, other] = [await side(), await side()];
    const heard = recordEvents(other.socket, 'private message');
    for (let round = 1; round <= 5; round++) {
      const id = `round ${round}`;
      const answers = await Promise.all([
        ...upTo(3).map(() => store(one, other, id, id)),
        ...upTo(3).map(async () => {
          const again = await sendDirectMessage(one.socket, one.player, other.player, id, {
            clientTempId: id,
          });
          return again.message;
        }),
      ]);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]?.seq).toBe(round);
    }
    await store(one, other, 'last');
    await expect.poll(() => heard.length).toBe(6);
    expect(await unread(other.player)).toBe(6);
  });

  it('keep the message counters of both players correct', async () => {
    const [one, other] = [await side(), await side()];
    const first = await Promise.all(upTo(10).map((n) => store(one, other, `${n}`)));
    const read = () =>
      other.player.call('POST /api/dms/{userId}/read', { params: { userId: one.player.id } });
    await Promise.all([
      ...upTo(10).map((n) => store(one, other, `more ${n}`)),
      ...upTo(5).map((n) => store(other, one, `back ${n}`)),
      ...first.map(({ id }) => one.player.call('DELETE /api/dms/{messageId}', { params: { messageId: id } })),
      ...first
        .slice(5)
        .map(({ id }) => one.player.call('DELETE /api/dms/{messageId}', { params: { messageId: id } })),
      read(),
      one.player.call('DELETE /api/dms/convo/{userId}', { params: { userId: other.player.id } }),
      read(),
    ]);
    await checkConversations(app);
    expect((await read()).body.unreadCount).toBe(0);
    await checkConversations(app);
  });

  it('store and deliver nothing after a block is acknowledged', async () => {
    for (let round = 0; round < 8; round++) {
      const [one, other] = [await side(), await side()];
      if (round % 2) await store(one, other, 'before');
      const heard = recordEvents(other.socket, 'private message');
      const sends = upTo(12).map((n) => store(one, other, `${n}`).catch((error: unknown) => error));
      expect((await block(other.player, one.player)).status).toBe(201);
      const stored = (await history(one.player, other.player)).items?.length ?? 0;
      await Promise.all(sends);
      expect((await history(one.player, other.player)).items?.length ?? 0).toBe(stored);
      expect(heard.length).toBeLessThanOrEqual(stored);
      await expect(store(one, other, 'after')).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});
