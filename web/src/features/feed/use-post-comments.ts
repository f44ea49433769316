import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { PostComment } from '@rivalhold/shared/contract/feed.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readErrorText } from '../../lib/errors.ts';
import { withItem, withoutItem } from '../../lib/paged-list.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { announce } from '../../ui/live-region.tsx';
import {
  addPostComment,
  changePost,
  deletePostComment,
  postCommentsQuery,
  withComment,
  withoutComment,
} from './api.ts';
import type { CommentDraft } from './draft.ts';

/**
 * Return an action that posts a comment. Also return the pending comment and the failure, if any. `onFailed` receives a
 * draft that could not be posted.
 */
export function useAddComment(postId: number, onFailed: (draft: CommentDraft) => void) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ text, gif }: CommentDraft) => {
      const body = { body: text, gifUrl: gif?.url ?? null };
      return withIdempotencyKey(['comment', postId, body], (key) => addPostComment(postId, body, key));
    },
    onSuccess: async ({ comment, commentsCount }) => {
      const { queryKey } = postCommentsQuery(postId);
      // A load in progress must not overwrite the comment.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (list) => list && withItem(list, comment));
      changePost(client, postId, (post) => withComment(post, comment, commentsCount));
      announce(COMMENT_TEXTS.posted);
    },
    onError: (_error, draft) => onFailed(draft),
  });
  const failure = useErrorText(mutation.error, FEED_TEXTS.commentFailed);
  return {
    add: mutation.mutate,
    /** The comment being posted. */
    pending: mutation.isPending ? mutation.variables : null,
    failure,
    /** Clear a failure; a pending comment is kept. */
    clearFailure: () => mutation.isError && mutation.reset(),
  };
}

/** Return an action that deletes comments on a post. */
export function useDeleteComment(postId: number) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const mutation = useMutation({
    mutationFn: ({ comment, reason }: { comment: PostComment; reason: StaffReason }) =>
      deletePostComment(postId, comment.id, reason),
    onMutate: () => setFailure(null),
    onSuccess: ({ commentsCount }, { comment: { id } }) => {
      client.setQueryData(postCommentsQuery(postId).queryKey, (list) => list && withoutItem(list, id));
      changePost(client, postId, (post) => withoutComment(post, id, commentsCount));
      announce(COMMENT_TEXTS.removed);
    },
    onError: async (error) => setFailure(await readErrorText(error, FEED_TEXTS.deleteCommentFailed)),
  });
  return {
    remove: mutation.mutate,
    removing: mutation.isPending ? mutation.variables.comment.id : null,
    failure,
  };
}
