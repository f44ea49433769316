import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { faultOf } from '../../lib/errors.ts';
import { useFault } from '../../lib/use-fault.ts';
import { confirm } from '../../ui/confirm.tsx';
import { announce } from '../../ui/live-region.tsx';
import { toast } from '../../ui/toast.ts';
import { deletePost, dropPost, dropThread, renewLists, restoreThread, showThread } from './api.ts';
import { useForumPlace } from './use-forum-place.ts';

/** Deletes a post after one question; with an opening post its thread, which is then left. `replies` are all of the thread's. */
export function useDeletion(post: ForumPost, me: SessionUser, replies: number) {
  const client = useQueryClient();
  const { filters, go, isAt } = useForumPlace();
  const { id, threadId } = post;
  const isOpening = post.position === 1;

  const bringBack = async () => {
    try {
      showThread(client, await restoreThread(threadId));
      go({ ...filters, thread: threadId });
    } catch (error) {
      toast.error(await faultOf(error, FORUM_TEXTS.restoreFailed));
    }
  };
  const mutation = useMutation({
    mutationFn: () => deletePost(id),
    onSuccess: (deleted) => {
      if (deleted === 'post') {
        dropPost(client, threadId, id);
        announce(FORUM_TEXTS.postDeleted);
        return;
      }
      if (isAt(threadId)) go(filters, { quietly: true });
      dropThread(client, threadId);
      void renewLists(client);
      const action = { label: FORUM_TEXTS.restore, onClick: () => void bringBack() };
      toast.success(FORUM_TEXTS.threadDeleted, isStaff(me) ? { action } : {});
    },
  });
  const failure = useFault(mutation.error, FORUM_TEXTS.deleteFailed);
  const ask = async () => {
    const title = isOpening ? FORUM_TEXTS.deleteThreadTitle : FORUM_TEXTS.deletePostTitle;
    const text = isOpening ? FORUM_TEXTS.deleteThreadText(replies) : FORUM_TEXTS.deletePostText;
    if (await confirm({ title, text, confirm: FORUM_TEXTS.delete, danger: true })) mutation.mutate();
  };
  return { ask: () => void ask(), busy: mutation.isPending, failure };
}
