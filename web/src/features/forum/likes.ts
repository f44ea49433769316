import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { api } from '../../lib/api.ts';
import { Likes } from '../../lib/likes.ts';
import { toastError } from '../../ui/toast.ts';

/** Optimistic likes of forum posts. */
export const forumLikes = new Likes(({ liked, likeCount }: ForumPost) => ({ on: liked, count: likeCount }), {
  send: async (postId, like) => {
    const { liked, likeCount } = await api('POST /api/forum-likes', { body: { postId, like } });
    return { on: liked, count: likeCount };
  },
  onError: toastError(UI_TEXTS.likeFailed),
});
