import { expect, it, vi } from 'vitest';
import { ME, makeMessage, makeMessages, OTHER } from './fixtures.ts';
import type { Outgoing } from './outbox.ts';
import { buildThreadRows, isPrepended } from './rows.ts';
import { EMPTY_THREAD, type Thread } from './thread.ts';

const thread = (fields: Partial<Thread>): Thread => ({ ...EMPTY_THREAD, loaded: true, ...fields });
const rows = (fields: Partial<Thread>, outbox: Outgoing[] = []) =>
  buildThreadRows(thread(fields), outbox, ME.id, OTHER.id);
const kinds = (shown: ReturnType<typeof rows>) => shown.map(({ kind }) => kind);
const outgoing = (clientTempId: string): Outgoing => ({
  clientTempId,
  receiverId: OTHER.id,
  text: 'soon',
  attachments: [],
  gif: null,
  replyTo: null,
  createdAt: '2026-01-01T12:00:59.000Z',
  state: 'waiting',
  reason: null,
  tries: 0,
});

it('adds a row for each day', () => {
  const messages = [
    makeMessage(1),
    makeMessage(3),
    makeMessage(4, { createdAt: '2026-01-03T12:00:00.000Z' }),
  ];
  expect(kinds(rows({ messages }))).toEqual(['day', 'message', 'message', 'day', 'message']);
  expect(kinds(rows({ messages, olderCursor: 'c' }))).toEqual(['message', 'message', 'day', 'message']);
});

it('groups consecutive messages of one player', () => {
  const messages = [
    makeMessage(1),
    makeMessage(3),
    makeMessage(4),
    makeMessage(5, { createdAt: '2026-01-01T12:20:00.000Z' }),
  ];
  const joined = rows({ messages }).flatMap((row) => (row.kind === 'message' ? [row.isGrouped] : []));
  expect(joined).toEqual([false, true, false, false]);
});

it('marks the viewer’s last message that the other player has read', () => {
  const seen = rows({ messages: makeMessages(1, 6), readUpTo: 4 }).flatMap((row) =>
    row.kind === 'message' && row.seen ? [row.message.seq] : [],
  );
  expect(seen).toEqual([3]);
});

it('shows unsent messages at the end', () => {
  const waiting = rows({ messages: makeMessages(1, 2) }, [outgoing('temp-3')]);
  expect(kinds(waiting)).toEqual(['day', 'message', 'message', 'outgoing']);
  const stored = rows({ messages: makeMessages(1, 3) }, [outgoing('temp-3')]);
  expect(kinds(stored)).toEqual(['day', 'message', 'message', 'message']);
  expect(stored.at(-1)?.key).toBe(waiting.at(-1)?.key);
});

it('distinguishes prepended from appended rows', () => {
  const now = rows({ messages: makeMessages(11, 20), olderCursor: 'c' });
  const older = rows({ messages: makeMessages(1, 20) });
  const newer = rows({ messages: makeMessages(11, 21), olderCursor: 'c' });
  expect([isPrepended(now, older), isPrepended(now, newer), isPrepended([], now)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('parses the time of each message once, however often rows are built', () => {
  const messages = makeMessages(1, 200);
  const day = vi.spyOn(Date.prototype, 'toDateString');
  rows({ messages });
  rows({ messages: [...messages, makeMessage(201)] });
  expect(day).toHaveBeenCalledTimes(201);
  day.mockRestore();
});
