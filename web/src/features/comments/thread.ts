import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';

/** A comment is deleted by its author or an admin. */
export const mayDelete = (viewer: { id: number; role: string }, comment: ProfileComment): boolean =>
  viewer.id === comment.userId || viewer.role === 'admin';
