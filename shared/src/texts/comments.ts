import { formatNumber, withStatusCode } from '../format-number.ts';

/** Texts of the comments on a profile. */
export const COMMENT_TEXTS = {
  title: 'Comments',
  empty: 'No comments yet. Be the first!',
  loadFailed: (status: number) => withStatusCode('Failed to load comments', status),
  postFailed: (status: number) => withStatusCode('Failed to post comment', status),
  deleteFailed: (status: number) => withStatusCode('Failed to delete', status),
  label: 'Write a comment',
  post: 'Post',
  hint: 'Ctrl + Enter to post',
  posting: 'Posting…',
  posted: 'Comment posted.',
  removed: 'Comment deleted.',
  remove: (author: string) => `Delete the comment by ${author}`,
  removeTitle: 'Delete this comment?',
  removeConfirm: 'Delete',
} as const;

/** Server errors about a comment. */
export const COMMENT_ERRORS = {
  empty: 'Write something first.',
  tooLong: (most: number) => `Use at most ${formatNumber(most)} characters`,
} as const;

/** Messages in the server's responses about comments. */
export const COMMENT_MESSAGES = { deleted: 'Deleted.' } as const;
