import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildLobbyRows,
  EMPTY_LOBBY,
  type Lobby,
  mentionsPlayer,
  withHistory,
  withMessage,
  withNewerMessages,
  withoutMessage,
  withRestoredMessage,
} from './lobby.ts';

const makeMessage = (id: number | null, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  type: 'user',
  text: `Message ${id}`,
  userId: 1,
  username: 'Somebody',
  avatarUrl: null,
  links: false,
  timestamp: '2026-06-01T12:00:00.000Z',
  replyToId: null,
  reactions: [],
  ...more,
});
const makeMessages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => makeMessage(from + n));
const idsOf = ({ messages }: Lobby) => messages.map(({ id }) => id);

describe('the lobby', () => {
  it('keeps the last 200 messages in order without duplicates', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 500 }), (ids) => {
        const lobby = ids.reduce((all, id) => withMessage(all, makeMessage(id)), EMPTY_LOBBY);
        const sorted = [...new Set(ids)].sort((a, b) => a - b);
        // The list keeps only the 200 newest messages.
        const shown = idsOf(lobby);
        expect(shown).toEqual([...new Set(shown)].sort((a, b) => Number(a) - Number(b)));
        expect(shown.length).toBe(Math.min(200, sorted.length));
        expect(shown.at(-1)).toBe(sorted.at(-1));
      }),
    );
  });

  it('drops messages that are missing from a new history, but keeps newer messages', () => {
    const before = [...makeMessages(1, 5), makeMessage(9)].reduce(withMessage, EMPTY_LOBBY);
    expect(idsOf(withHistory(before, [makeMessage(1), makeMessage(4), makeMessage(6)]))).toEqual([
      1, 4, 6, 9,
    ]);
    expect(idsOf(withHistory(before, []))).toEqual([1, 2, 3, 4, 5, 9]);
  });

  it('adds missed messages, or replaces all messages if some might still be missing', () => {
    const before = withHistory(EMPTY_LOBBY, makeMessages(1, 50));
    expect(idsOf(withNewerMessages(before, makeMessages(51, 60)))).toEqual(
      idsOf(withHistory(EMPTY_LOBBY, makeMessages(1, 60))),
    );
    expect(idsOf(withNewerMessages(before, makeMessages(301, 500)))).toEqual(
      idsOf(withHistory(EMPTY_LOBBY, makeMessages(301, 500))),
    );
  });

  it('never shows a deleted message again', () => {
    const lobby = withoutMessage(withHistory(EMPTY_LOBBY, makeMessages(1, 4)), 3);
    expect(idsOf(lobby)).toEqual([1, 2, 4]);
    expect(idsOf(withHistory(lobby, makeMessages(1, 5)))).toEqual([1, 2, 4, 5]);
    expect(idsOf(withMessage(lobby, makeMessage(3)))).toEqual([1, 2, 4]);
  });

  it('shows a restored message at its original position', () => {
    const lobby = withoutMessage(withHistory(EMPTY_LOBBY, makeMessages(1, 4)), 3);
    const restored = withRestoredMessage(lobby, makeMessage(3));
    expect(idsOf(restored)).toEqual([1, 2, 3, 4]);
    expect(idsOf(withHistory(restored, makeMessages(1, 5)))).toEqual([1, 2, 3, 4, 5]);
  });

  it('groups consecutive messages by one player within the time window', () => {
    const at = (minute: number) => ({ timestamp: new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString() });
    const all = [
      makeMessage(1),
      makeMessage(2, at(4)),
      makeMessage(3, { userId: 2, ...at(4) }),
      makeMessage(4, at(4)),
      makeMessage(5, at(9)),
      makeMessage(6, { type: 'emote', ...at(9) }),
      makeMessage(7, at(9)),
    ];
    const rows = buildLobbyRows(withHistory(EMPTY_LOBBY, all));
    expect(rows.map((row) => (row.kind === 'day' ? 'day' : row.isGrouped))).toEqual([
      'day',
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('keeps private bot replies at the position at which they arrived', () => {
    let lobby = withHistory(EMPTY_LOBBY, makeMessages(1, 2));
    lobby = withMessage(lobby, makeMessage(null, { type: 'bot', text: 'one' }));
    lobby = withMessage(lobby, makeMessage(3));
    lobby = withMessage(lobby, makeMessage(null, { type: 'bot', text: 'two' }));
    lobby = withHistory(lobby, makeMessages(1, 4));
    expect(
      buildLobbyRows(lobby).flatMap((row) =>
        row.kind === 'message' ? [row.message.id ?? row.message.text] : [],
      ),
    ).toEqual([1, 2, 'one', 3, 'two', 4]);
    const keys = buildLobbyRows(lobby).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('mentions', () => {
  const me = { id: 7, username: 'Me.Myself' };
  it.each([
    ['Hail @me.myself!', {}, true],
    ['@Me.Myself', { type: 'emote' }, true],
    ['@Me.Myself2', {}, false],
    ['me@Me.Myself', {}, false],
    ['@Me.Myself', { userId: 7 }, false],
    ['@Me.Myself', { type: 'bot' }, false],
  ] as const)('a message with the text %j and the fields %j mentions the viewer: %s', (text, more, is) => {
    expect(mentionsPlayer(makeMessage(1, { text, ...more }), me)).toBe(is);
  });
});
