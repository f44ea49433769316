import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readErrorText } from '../../lib/errors.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { confirmWithReason } from '../../ui/confirm.tsx';
import { announce } from '../../ui/live-region.tsx';
import { toast } from '../../ui/toast.ts';
import { deletePost, dropPost, dropThread, invalidateLists, restoreThread, showThread } from './api.ts';
import { useForumLocation } from './use-forum-location.ts';

/**
 * Return the action that deletes a post after a confirmation. If the post is the opening post, the action
 * deletes the thread and shows the thread list. `replies` is the thread's total number of replies.
 */
export function useDeletion(post: ForumPost, me: SessionUser, replies: number) {
  const client = useQueryClient();
  const { filters, go, isAt } = useForumLocation();
  const { id, threadId } = post;
  const isOpening = post.position === 1;

  const restore = async () => {
    try {
      showThread(client, await restoreThread(threadId));
      go({ ...filters, thread: threadId });
    } catch (error) {
      toast.error(await readErrorText(error, FORUM_TEXTS.restoreFailed));
    }
  };
  const mutation = useMutation({
    mutationFn: (reason: StaffReason) => deletePost(id, reason),
    onSuccess: (deleted) => {
      if (deleted === 'post') {
        dropPost(client, threadId, id);
        announce(FORUM_TEXTS.postDeleted);
        return;
      }
      if (isAt(threadId)) go(filters, { replace: true });
      dropThread(client, threadId);
      void invalidateLists(client);
      const action = { label: FORUM_TEXTS.restore, onClick: () => void restore() };
      toast.success(FORUM_TEXTS.threadDeleted, isStaff(me) && me.id !== post.author.id ? { action } : {});
    },
  });
  const failure = useErrorText(mutation.error, FORUM_TEXTS.deleteFailed);
  const ask = async () => {
    const title = isOpening ? FORUM_TEXTS.deleteThreadTitle : FORUM_TEXTS.deletePostTitle;
    const asksReason = me.id !== post.author.id;
    const { deleteThreadText, deletePostText, deleteThreadAsStaffText, deletePostAsStaffText } = FORUM_TEXTS;
    const ownText = isOpening ? deleteThreadText(replies) : deletePostText;
    const staffText = isOpening ? deleteThreadAsStaffText : deletePostAsStaffText;
    const reason = await confirmWithReason({
      title,
      text: asksReason ? staffText : ownText,
      confirm: FORUM_TEXTS.delete,
      danger: true,
      asksReason,
    });
    if (reason) mutation.mutate(reason);
  };
  return { ask: () => void ask(), busy: mutation.isPending, failure };
}
