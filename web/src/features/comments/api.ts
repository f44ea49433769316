import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** Query the comments on a profile, newest first, page by page. */
export const profileCommentsQuery = (profileId: number) =>
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

/** Add a comment to a profile. A retry with the same idempotency key does not add the comment twice. */
export const addProfileComment = async (
  profileId: number,
  body: string,
  idempotencyKey: string,
): Promise<ProfileComment> => {
  const options = { params: { id: profileId }, body: { body }, idempotencyKey };
  return (await api('POST /api/profiles/{id}/status/comments', options)).comment;
};

/** Delete a comment on a profile. */
export const deleteProfileComment = (profileId: number, commentId: number, reason: StaffReason) =>
  api('DELETE /api/profiles/{id}/status/comments/{commentId}', {
    params: { id: profileId, commentId },
    body: reason,
  });

/** Report whether the viewer is allowed to delete a comment, as its author or as an admin. */
export const canDeleteProfileComment = (
  viewer: { id: number; role: string },
  comment: ProfileComment,
): boolean => viewer.id === comment.userId || viewer.role === 'admin';
