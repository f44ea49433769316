import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ME, makeMessage, makeMessages, OTHER } from './fixtures.ts';
import { withReaction } from './reactions.ts';
import {
  EMPTY_THREAD,
  firstGapAfter,
  hasGap,
  lastSeq,
  latestTime,
  type Thread,
  type ThreadAction,
  threadReducer,
} from './thread.ts';

const STATE = { otherUser: OTHER, readUpTo: 0, clearedUpTo: 0, canWrite: true, request: false };
const page = (from: number, to: number, nextCursor: string | null = null): ThreadAction => ({
  type: 'page',
  items: makeMessages(from, to),
  nextCursor,
  ...STATE,
});
const after = (actions: readonly ThreadAction[], thread: Thread = EMPTY_THREAD) =>
  actions.reduce(threadReducer, thread);
const seqs = (thread: Thread) => thread.messages.map(({ seq }) => seq);
const at = '2026-02-01T00:00:00.000Z';

describe('a conversation', () => {
  it('keeps messages that arrive while the first page loads', () => {
    const unloaded = after([{ type: 'message', message: makeMessage(4) }]);
    expect(unloaded.loaded).toBe(false);
    const thread = after([page(1, 3)], unloaded);
    expect(thread.loaded).toBe(true);
    expect(seqs(thread)).toEqual([1, 2, 3, 4]);
  });

  it('adds a sent message once although its echo and its acknowledgement both arrive', () => {
    const message = makeMessage(3);
    const thread = after([page(1, 2), { type: 'message', message }, { type: 'message', message }]);
    expect(seqs(thread)).toEqual([1, 2, 3]);
  });

  it('prepends older pages and keeps the cursor of the oldest page', () => {
    const loaded = after([page(51, 60, 'c1')]);
    const older = after([{ type: 'older', items: makeMessages(41, 50), nextCursor: 'c2' }], loaded);
    expect([older.messages[0]?.seq, older.olderCursor]).toEqual([41, 'c2']);
    expect(after([page(51, 60, 'c1')], older).olderCursor).toBe('c2');
  });

  it('finds a gap between messages until the missed messages are added', () => {
    const thread = after([page(1, 5), { type: 'message', message: makeMessage(8) }]);
    expect(hasGap(thread)).toBe(true);
    expect(firstGapAfter(thread)).toBe(5);
    const missed: ThreadAction = {
      type: 'missed',
      items: makeMessages(6, 8),
      reacted: [],
      deletedIds: [],
      syncedAt: at,
      ...STATE,
    };
    const synced = after([missed], thread);
    expect([hasGap(synced), firstGapAfter(synced), synced.syncedAt]).toEqual([false, 8, at]);
  });

  it('counts missing first messages as a gap unless they were cleared', () => {
    const empty = after([{ type: 'page', items: [], nextCursor: null, ...STATE }]);
    const thread = after([{ type: 'message', message: makeMessage(7) }], empty);
    expect([hasGap(thread), firstGapAfter(thread)]).toEqual([true, 0]);
    const items = makeMessages(6, 7);
    const missed = {
      type: 'missed',
      items,
      reacted: [],
      deletedIds: [],
      syncedAt: at,
      ...STATE,
      clearedUpTo: 5,
    } as const;
    const synced = after([missed], thread);
    expect([hasGap(synced), seqs(synced)]).toEqual([false, [6, 7]]);
    const far = { ...page(51, 60), ...STATE, clearedUpTo: 50 } as ThreadAction;
    expect(hasGap(after([far, { type: 'message', message: makeMessage(61) }]))).toBe(false);
  });

  it('keeps a deleted message without its content', () => {
    const { id } = makeMessage(2);
    const thread = after([{ type: 'deleted', id }, page(1, 3), page(1, 3)]);
    expect(thread.messages[1]).toMatchObject({ id, text: '', attachments: [] });
    expect(thread.messages[2]?.deletedAt).toBeNull();
  });

  it('removes the text of a message whose deletion was missed', () => {
    const missed: ThreadAction = {
      type: 'missed',
      items: [],
      reacted: [],
      deletedIds: [makeMessage(1).id],
      syncedAt: at,
      ...STATE,
    };
    expect(after([page(1, 2), missed]).messages.map(({ text }) => text)).toEqual(['', 'message 2']);
  });

  it('shows no cleared messages', () => {
    const cleared = after([page(1, 5, 'more'), { type: 'cleared', upTo: 5 }]);
    expect([seqs(cleared), cleared.olderCursor, lastSeq(cleared)]).toEqual([[], null, 5]);
    const later = after([page(1, 5), { type: 'message', message: makeMessage(6) }], cleared);
    expect(seqs(later)).toEqual([6]);
    expect(hasGap(later)).toBe(false);
  });

  it('removes messages cleared in another tab', () => {
    const state = { ...STATE, clearedUpTo: 4 };
    const missed = {
      type: 'missed',
      items: makeMessages(6, 6),
      reacted: [],
      deletedIds: [],
      syncedAt: at,
      ...state,
    } as const;
    const thread = after([page(1, 5, 'more'), missed]);
    expect([seqs(thread), thread.olderCursor, hasGap(thread)]).toEqual([[5, 6], null, false]);
  });

  it('never lowers the read position', () => {
    const thread = after([page(1, 5), { type: 'read', upTo: 4 }, { type: 'read', upTo: 2 }]);
    expect(thread.readUpTo).toBe(4);
    expect(after([page(1, 5)], thread).readUpTo).toBe(4);
  });

  it('returns the latest server time among the messages', () => {
    expect(latestTime(EMPTY_THREAD)).toBeNull();
    expect(latestTime(after([page(1, 5)]))).toBe(makeMessage(5).createdAt);
  });
});

/** Generate a message, deletion, page or read position for a conversation of `count` messages. */
const arbitraryAction = (count: number): fc.Arbitrary<ThreadAction> => {
  const seq = fc.integer({ min: 1, max: count });
  const range = fc.tuple(seq, seq).map(([a, b]) => makeMessages(Math.min(a, b), Math.max(a, b)));
  const cursor = fc.constantFrom(null, 'c');
  return fc.oneof(
    seq.map((n): ThreadAction => ({ type: 'message', message: makeMessage(n) })),
    seq.map((n): ThreadAction => ({ type: 'deleted', id: makeMessage(n).id })),
    fc
      .tuple(range, cursor)
      .map(([items, nextCursor]): ThreadAction => ({ type: 'page', items, nextCursor, ...STATE })),
    fc
      .tuple(range, cursor)
      .map(([items, nextCursor]): ThreadAction => ({ type: 'older', items, nextCursor })),
    fc.tuple(range, fc.array(seq, { maxLength: 3 })).map(
      ([items, deletedSeqs]): ThreadAction => ({
        type: 'missed',
        items,
        reacted: [],
        deletedIds: deletedSeqs.map((n) => makeMessage(n).id),
        syncedAt: at,
        ...STATE,
      }),
    ),
    seq.map((upTo): ThreadAction => ({ type: 'read', upTo })),
  );
};
const receivedSeqs = (action: ThreadAction): number[] => {
  if (action.type === 'message') return [action.message.seq];
  return 'items' in action ? action.items.map(({ seq }) => seq) : [];
};
const deletedIdsOf = (action: ThreadAction): readonly number[] => {
  if (action.type === 'deleted') return [action.id];
  return action.type === 'missed' ? action.deletedIds : [];
};

describe('a conversation after actions in any order', () => {
  it('contains each message once, sorted by seq', () => {
    fc.assert(
      fc.property(fc.array(arbitraryAction(12), { maxLength: 40 }), (actions) => {
        const thread = after(actions);
        expect(seqs(thread)).toEqual([...new Set(actions.flatMap(receivedSeqs))].sort((a, b) => a - b));
        const deleted = new Set(actions.flatMap(deletedIdsOf));
        for (const { id, text, deletedAt } of thread.messages) {
          expect([text === '', deletedAt !== null]).toEqual([deleted.has(id), deleted.has(id)]);
        }
      }),
    );
  });

  it('ends with the same messages and read position', () => {
    const shuffled = fc
      .array(arbitraryAction(8), { maxLength: 12 })
      .chain((actions) =>
        fc.tuple(fc.constant(actions), fc.shuffledSubarray(actions, { minLength: actions.length })),
      );
    fc.assert(
      fc.property(shuffled, ([actions, others]) => {
        const [one, other] = [after(actions), after(others)];
        expect(one.messages).toEqual(other.messages);
        expect(one.readUpTo).toBe(other.readUpTo);
      }),
    );
  });

  it('shows only messages that are newer than the last cleared message', () => {
    const action = arbitraryAction(10).filter(({ type }) => type !== 'missed');
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 15 }),
        fc.array(action, { maxLength: 15 }),
        (before, later) => {
          const cleared = after([...before, { type: 'cleared', upTo: 6 }]);
          const end = after(later, cleared);
          expect(end.messages.every(({ seq }) => seq > cleared.clearedUpTo)).toBe(true);
          const expected = [...before, ...later]
            .flatMap(receivedSeqs)
            .filter((seq) => seq > cleared.clearedUpTo);
          expect(seqs(end)).toEqual([...new Set(expected)].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('is complete after loading missed messages', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (delivered) => {
        const events = delivered.flatMap((isDelivered, index): ThreadAction[] =>
          isDelivered ? [{ type: 'message', message: makeMessage(index + 1) }] : [],
        );
        let thread = after([{ type: 'page', items: [], nextCursor: null, ...STATE }, ...events]);
        let afterSeq = firstGapAfter(thread);
        for (let calls = 0; calls < 20; calls++) {
          const items = makeMessages(afterSeq + 1, Math.min(afterSeq + 3, delivered.length));
          if (items.length === 0) break;
          const missed = { type: 'missed', items, reacted: [], deletedIds: [], syncedAt: null } as const;
          thread = after([{ ...missed, ...STATE }], thread);
          afterSeq = items.at(-1)?.seq ?? afterSeq;
        }
        expect(seqs(thread)).toEqual(delivered.map((_, index) => index + 1));
        expect(thread.messages.every(({ senderId }) => [ME.id, OTHER.id].includes(senderId))).toBe(true);
      }),
    );
  });
});

describe('a loaded conversation with reactions and replies', () => {
  const react = (userId: number, reacted = true, emoji: '👍' | '🔥' = '👍'): ThreadAction => ({
    type: 'reacted',
    id: makeMessage(2).id,
    change: (known) => withReaction(known, { userId, emoji, reacted }),
  });
  const reactions = (thread: Thread) => thread.messages[1]?.reactions;

  it('adds and removes a reaction once even if an event is repeated', () => {
    const thread = after([page(1, 3), react(1, true, '🔥'), react(1), react(2), react(2)]);
    expect(reactions(thread)).toEqual([
      { emoji: '👍', userIds: [1, 2] },
      { emoji: '🔥', userIds: [1] },
    ]);
    expect(reactions(after([react(1, false), react(2, false), react(2, false)], thread))).toEqual([
      { emoji: '🔥', userIds: [1] },
    ]);
  });

  it('replaces the reactions to a message with the current reactions after missed changes', () => {
    const { id } = makeMessage(2);
    const missed: ThreadAction = {
      type: 'missed',
      items: [],
      deletedIds: [],
      reacted: [{ id, reactions: [{ emoji: '🔥', userIds: [2] }] }],
      syncedAt: at,
      ...STATE,
    };
    const thread = after([page(1, 3), react(1), missed]);
    expect(reactions(thread)).toEqual([{ emoji: '🔥', userIds: [2] }]);
    expect(reactions(after([{ type: 'deleted', id }], thread))).toEqual([]);
  });

  it('empties the quote when the quoted message is deleted or cleared', () => {
    const { id, seq, senderId, text } = makeMessage(1);
    const quote = { id, seq, senderId, text, attachmentKind: null, isUnavailable: false };
    const message: ThreadAction = { type: 'message', message: makeMessage(4, { replyTo: quote }) };
    const thread = after([page(1, 3), message]);
    expect(thread.messages[3]?.replyTo).toEqual(quote);
    for (const action of [
      { type: 'deleted', id },
      { type: 'cleared', upTo: 1 },
    ] as const)
      expect(after([action], thread).messages.at(-1)?.replyTo).toMatchObject({
        text: '',
        isUnavailable: true,
      });
    expect(after([page(1, 3), { type: 'deleted', id }, message]).messages[3]?.replyTo?.isUnavailable).toBe(
      true,
    );
  });
});
