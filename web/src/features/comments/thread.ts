import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import type { InfiniteData } from '@tanstack/react-query';

type Page = { comments: ProfileComment[]; nextCursor: string | null };
/** The loaded pages of a thread, newest comment first. */
export type Thread = InfiniteData<Page>;
export type ThreadAction =
  /** Shown before the server has it. */
  | { type: 'post'; comment: ProfileComment }
  /** The server has it: it takes the place of what was shown. */
  | { type: 'posted'; comment: ProfileComment }
  | { type: 'postFailed' }
  | { type: 'delete'; id: number };

/** The id of the one comment that is on its way; ids of the server are positive. */
const PENDING_ID = -1;

export const isPending = (comment: ProfileComment): boolean => comment.id === PENDING_ID;

const without = (thread: Thread, ids: readonly number[]): Thread => ({
  ...thread,
  pages: thread.pages.map((page) => ({
    ...page,
    comments: page.comments.filter(({ id }) => !ids.includes(id)),
  })),
});

const withFirst = (thread: Thread, comment: ProfileComment): Thread => {
  const [first, ...others] = without(thread, [PENDING_ID, comment.id]).pages;
  return first
    ? { ...thread, pages: [{ ...first, comments: [comment, ...first.comments] }, ...others] }
    : thread;
};

/** The thread after something was done to it on this screen; undefined while it has not been loaded. */
export function threadReducer(thread: Thread | undefined, action: ThreadAction): Thread | undefined {
  if (!thread) return undefined;
  switch (action.type) {
    case 'post':
      return withFirst(thread, { ...action.comment, id: PENDING_ID });
    case 'posted':
      return withFirst(thread, action.comment);
    case 'postFailed':
      return without(thread, [PENDING_ID]);
    case 'delete':
      return without(thread, [action.id]);
  }
}

/** The draft once posting failed: what could not be posted is there again, above what was written meanwhile. */
export const restoredDraft = (failed: string, current: string): string =>
  current.trim() === '' ? failed : `${failed}\n${current}`;

/** A comment is deleted by its author or an admin. */
export const mayDelete = (viewer: { id: number; role: string }, comment: ProfileComment): boolean =>
  !isPending(comment) && (viewer.id === comment.userId || viewer.role === 'admin');
