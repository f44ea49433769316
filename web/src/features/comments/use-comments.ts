import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actOnce } from '../../lib/act-once.ts';
import { statusOf } from '../../lib/errors.ts';
import { announce } from '../../ui/live-region.tsx';
import { commentsQuery, deleteComment, postComment } from './api.ts';
import { type ThreadAction, threadReducer } from './thread.ts';

/** Writes into the loaded thread, which a load under way must not overwrite; one that was not loaded yet is loaded. */
function useThread(profileId: number) {
  const client = useQueryClient();
  const { queryKey } = commentsQuery(profileId);
  return {
    apply: (action: ThreadAction) => client.setQueryData(queryKey, (thread) => threadReducer(thread, action)),
    settle: async () => {
      if (client.getQueryData(queryKey)) await client.cancelQueries({ queryKey });
    },
    reload: () => client.invalidateQueries({ queryKey }),
    isLoaded: () => client.getQueryData(queryKey) !== undefined,
  };
}

/** Posts comments on a profile one at a time, shown at once. `onFailed` gets the text back that was not posted. */
export function usePostComment(profileId: number, me: SessionUser, onFailed: (body: string) => void) {
  const { apply, settle, reload, isLoaded } = useThread(profileId);
  const mutation = useMutation({
    mutationFn: (body: string) =>
      actOnce(['profileComment', profileId, body], (key) => postComment(profileId, body, key)),
    onMutate: async (body) => {
      await settle();
      const { id: userId, username, avatarUrl } = me;
      const createdAt = new Date().toISOString();
      apply({ type: 'post', comment: { id: 0, userId, username, avatarUrl, body, createdAt } });
    },
    onSuccess: async (comment) => {
      await settle();
      if (isLoaded()) apply({ type: 'posted', comment });
      else void reload();
      announce(COMMENT_TEXTS.posted);
    },
    onError: (_error, body) => {
      apply({ type: 'postFailed' });
      onFailed(body);
    },
  });
  const failure = mutation.error && COMMENT_TEXTS.postFailed(statusOf(mutation.error));
  return { post: mutation.mutate, posting: mutation.isPending, failure, forget: mutation.reset };
}

/** Deletes comments, gone at once; where that fails the thread is loaded again. */
export function useDeleteComment(profileId: number) {
  const { apply, settle, reload } = useThread(profileId);
  const mutation = useMutation({
    mutationFn: (commentId: number) => deleteComment(profileId, commentId),
    onMutate: async (id) => {
      await settle();
      apply({ type: 'delete', id });
    },
    onSuccess: () => announce(COMMENT_TEXTS.removed),
    onError: () => void reload(),
  });
  const failure = mutation.error && COMMENT_TEXTS.deleteFailed(statusOf(mutation.error));
  return { remove: mutation.mutate, failure };
}
