import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** Query the comments on a profile, newest first, page by page. */
export const commentsQuery = (profileId: number) =>
  infiniteQueryOptions({
    queryKey: ['comments', profileId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: LIMITS.commentsPage, ...(pageParam && { cursor: pageParam }) };
      const options = { params: { id: profileId }, query, signal };
      const page = await api('GET /api/profiles/{id}/status/comments', options);
      return { items: page.comments, nextCursor: page.nextCursor };
    },
    ...cursorPagination,
  });

/** Post a comment on a profile. A retry with the same idempotency key does not post the comment twice. */
export const postComment = async (
  profileId: number,
  body: string,
  idempotencyKey: string,
): Promise<ProfileComment> => {
  const options = { params: { id: profileId }, body: { body }, idempotencyKey };
  return (await api('POST /api/profiles/{id}/status/comments', options)).comment;
};

/** Delete a comment on a profile. */
export const deleteComment = (profileId: number, commentId: number, reason: StaffReason) =>
  api('DELETE /api/profiles/{id}/status/comments/{commentId}', {
    params: { id: profileId, commentId },
    body: reason,
  });

/** Report whether the viewer is allowed to delete a comment, as its author or as an admin. */
export const mayDelete = (viewer: { id: number; role: string }, comment: ProfileComment): boolean =>
  viewer.id === comment.userId || viewer.role === 'admin';
