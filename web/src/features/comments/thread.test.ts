import { describe, expect, it } from 'vitest';
import { isPending, mayDelete, restoredDraft, type Thread, threadReducer } from './thread.ts';

const comment = (id: number, userId = 7) => ({
  id,
  userId,
  username: 'Mira',
  avatarUrl: null,
  body: `comment ${id}`,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const thread = (...pages: number[][]): Thread => ({
  pages: pages.map((ids) => ({ comments: ids.map((id) => comment(id)), nextCursor: null })),
  pageParams: pages.map(() => null),
});
const ids = (shown: Thread | undefined) =>
  shown?.pages.map((page) => page.comments.map((one) => (isPending(one) ? 'pending' : one.id)));

describe('a thread of comments', () => {
  it('shows a comment before the server has it', () => {
    const shown = threadReducer(thread([3, 2], [1]), { type: 'post', comment: comment(99) });
    expect(ids(shown)).toEqual([['pending', 3, 2], [1]]);
  });

  it('puts the stored one in its place', () => {
    const posting = threadReducer(thread([3]), { type: 'post', comment: comment(99) });
    expect(ids(threadReducer(posting, { type: 'posted', comment: comment(4) }))).toEqual([[4, 3]]);
  });

  it('does not show it twice when the list was loaded anew meanwhile', () => {
    expect(ids(threadReducer(thread([4, 3]), { type: 'posted', comment: comment(4) }))).toEqual([[4, 3]]);
  });

  it('takes back what could not be posted', () => {
    const posting = threadReducer(thread([3]), { type: 'post', comment: comment(99) });
    expect(ids(threadReducer(posting, { type: 'postFailed' }))).toEqual([[3]]);
  });

  it('is one at a time', () => {
    const posting = threadReducer(thread([]), { type: 'post', comment: comment(1) });
    expect(ids(threadReducer(posting, { type: 'post', comment: comment(2) }))).toEqual([['pending']]);
  });

  it('loses a deleted comment on any page', () => {
    expect(ids(threadReducer(thread([3, 2], [1]), { type: 'delete', id: 1 }))).toEqual([[3, 2], []]);
  });

  it('is nothing before it was loaded', () => {
    expect(threadReducer(undefined, { type: 'post', comment: comment(1) })).toBeUndefined();
  });
});

it('gives a draft back without losing what was written meanwhile', () => {
  expect(restoredDraft('lost', ' ')).toBe('lost');
  expect(restoredDraft('lost', 'new')).toBe('lost\nnew');
});

it('lets the author and admins delete, nobody else', () => {
  const theirs = comment(1, 7);
  expect(mayDelete({ id: 7, role: 'player' }, theirs)).toBe(true);
  expect(mayDelete({ id: 8, role: 'admin' }, theirs)).toBe(true);
  expect(mayDelete({ id: 8, role: 'moderator' }, theirs)).toBe(false);
  expect(mayDelete({ id: 7, role: 'player' }, comment(-1, 7))).toBe(false);
});
