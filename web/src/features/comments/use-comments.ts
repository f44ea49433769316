import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { ownMessage, statusOf } from '../../lib/errors.ts';
import { withItem, withoutItem } from '../../lib/paged-list.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { announce } from '../../ui/live-region.tsx';
import { addProfileComment, deleteProfileComment, profileCommentsQuery } from './api.ts';

/** Return the error's own message, or else a message with the status of the response. */
const failureText = (error: unknown, textFor: (status: number) => string): string =>
  ownMessage(error) || textFor(statusOf(error));

const postingKey = (profileId: number) => ['profileComment', profileId] as const;

/** Return a function that posts a comment on a profile, and its state. `onFailed` gets the text of a failed comment. */
export function usePostComment(profileId: number, onFailed: (body: string) => void) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationKey: postingKey(profileId),
    mutationFn: (body: string) =>
      withIdempotencyKey([...postingKey(profileId), body], (key) => addProfileComment(profileId, body, key)),
    onSuccess: async (comment) => {
      const { queryKey } = profileCommentsQuery(profileId);
      // Cancel a load in progress, so that it does not overwrite the comment. If it was the first load, start it again.
      await client.cancelQueries({ queryKey });
      if (!client.setQueryData(queryKey, (list) => list && withItem(list, comment)))
        void client.invalidateQueries({ queryKey });
      announce(COMMENT_TEXTS.posted);
    },
    onError: (_error, body) => onFailed(body),
  });
  const failure = mutation.error && failureText(mutation.error, COMMENT_TEXTS.postFailed);
  return { post: mutation.mutate, posting: mutation.isPending, failure, clearFailure: mutation.reset };
}

/** Return the text of the comment being posted on a profile, to show it optimistically. */
export function usePendingComment(profileId: number): string | undefined {
  const filters = { mutationKey: postingKey(profileId), status: 'pending' } as const;
  return useMutationState({ filters, select: ({ state }) => state.variables as string })[0];
}

/** Return a mutation that deletes comments optimistically, and reloads the thread on failure. */
export function useDeleteComment(profileId: number) {
  const client = useQueryClient();
  const { queryKey } = profileCommentsQuery(profileId);
  const mutation = useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: StaffReason }) =>
      deleteProfileComment(profileId, id, reason),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (list) => list && withoutItem(list, id));
    },
    onSuccess: () => announce(COMMENT_TEXTS.removed),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  const failure = mutation.error && failureText(mutation.error, COMMENT_TEXTS.deleteFailed);
  return { remove: mutation.mutate, failure };
}
