import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';

/** The draft once posting failed: what could not be posted is there again, above what was written meanwhile. */
export const restoredDraft = (failed: string, current: string): string =>
  current.trim() === '' ? failed : `${failed}\n${current}`;

/** A comment is deleted by its author or an admin. */
export const mayDelete = (viewer: { id: number; role: string }, comment: ProfileComment): boolean =>
  viewer.id === comment.userId || viewer.role === 'admin';
