import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { api } from '../../lib/api.ts';
import { Likes } from '../../lib/likes.ts';
import { toastError } from '../../ui/toast.ts';

/** Optimistic likes of posts. */
export const postLikes = new Likes(({ liked, likes: count }: Post) => ({ on: liked, count }), {
  send: async (id, on) => {
    const params = { id };
    const { liked, likesCount } = await (on
      ? api('POST /api/feed/{id}/like', { params })
      : api('DELETE /api/feed/{id}/like', { params }));
    return { on: liked, count: likesCount };
  },
  onError: toastError(UI_TEXTS.likeFailed),
});

/** Update a post's like count. The viewer's own like does not change. */
export function reconcileCount(id: number, count: number): void {
  const shown = postLikes.shown(id);
  if (shown) postLikes.reconcile(id, { on: shown.on, count }, Date.now());
}
