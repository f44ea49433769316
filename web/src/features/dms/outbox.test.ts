import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeMessage } from './fixtures.ts';
import {
  nextToSend,
  type Outbox,
  type Outgoing,
  outboxReducer,
  parseOutbox,
  unstoredMessages,
} from './outbox.ts';

const outgoing = (clientTempId: string, receiverId = 2): Outgoing => ({
  clientTempId,
  receiverId,
  text: clientTempId,
  attachments: [],
  gif: null,
  replyTo: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  state: 'waiting',
  reason: null,
  tries: 0,
});
const add = (...messages: Outgoing[]) =>
  messages.reduce<Outbox>((outbox, message) => outboxReducer(outbox, { type: 'add', message }), []);
const ids = (outbox: Outbox) => outbox.map(({ clientTempId }) => clientTempId);

it('sends messages one at a time per conversation, in order', () => {
  let outbox = add(outgoing('a'), outgoing('b'), outgoing('c', 3));
  expect(ids(nextToSend(outbox))).toEqual(['a', 'c']);
  outbox = outboxReducer(outbox, { type: 'sending', clientTempId: 'a' });
  expect(ids(nextToSend(outbox))).toEqual(['c']);
  outbox = outboxReducer(outbox, { type: 'drop', clientTempId: 'a' });
  expect(ids(nextToSend(outbox))).toEqual(['b', 'c']);
});

it('holds a rejected message until it is retried, and sends the other messages', () => {
  let outbox = add(outgoing('a'), outgoing('b'));
  outbox = outboxReducer(outbox, { type: 'sending', clientTempId: 'a' });
  outbox = outboxReducer(outbox, { type: 'failed', clientTempId: 'a', reason: 'Forbidden' });
  expect(outbox[0]).toMatchObject({ state: 'failed', reason: 'Forbidden', tries: 1, text: 'a' });
  expect(ids(nextToSend(outbox))).toEqual(['b']);
  outbox = outboxReducer(outbox, { type: 'retry', clientTempId: 'a' });
  expect(outbox[0]).toMatchObject({ state: 'waiting', reason: null, tries: 0 });
  expect(ids(nextToSend(outbox))).toEqual(['a']);
});

it('ignores a message that was added before, and the failure of an unknown message', () => {
  const outbox = add(outgoing('a'), outgoing('a'));
  expect(ids(outbox)).toEqual(['a']);
  expect(outboxReducer(outbox, { type: 'failed', clientTempId: 'x', reason: null })).toBe(outbox);
});

it('hides messages that the server has already stored', () => {
  const outbox = add(outgoing('temp-1'), outgoing('new'), outgoing('other', 3));
  expect(ids(unstoredMessages(outbox, 2, [makeMessage(1), makeMessage(2)]))).toEqual(['new']);
});

it('restores the outbox after a reload', () => {
  const sending = outboxReducer(add(outgoing('a'), outgoing('b')), { type: 'sending', clientTempId: 'a' });
  const restored = parseOutbox(JSON.stringify(sending));
  expect(restored.map(({ clientTempId, state }) => [clientTempId, state])).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
  ]);
  for (const broken of [null, '', '{', '{}', '[1,null,{}]']) expect(parseOutbox(broken)).toEqual([]);
});

it('delivers every message once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('ack', 'lost', 'down'), { maxLength: 60 }), (outcomes) => {
      let outbox = add(...['1', '2', '3', '4'].map((id) => outgoing(id)));
      const stored: string[] = [];
      const send = (outcome: string) => {
        for (const { clientTempId } of nextToSend(outbox)) {
          outbox = outboxReducer(outbox, { type: 'sending', clientTempId });
          // Like the server, store a message only once. After a lost response, its retry has the same `clientTempId`.
          if (outcome !== 'down' && !stored.includes(clientTempId)) stored.push(clientTempId);
          outbox = outboxReducer(outbox, { type: outcome === 'ack' ? 'drop' : 'waiting', clientTempId });
        }
      };
      for (const outcome of outcomes) send(outcome);
      for (let left = 0; left < 4; left++) send('ack');
      expect(stored).toEqual(['1', '2', '3', '4']);
      expect(outbox).toEqual([]);
    }),
  );
});
