import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { type Toggled, Toggles } from '../../lib/toggles.ts';
import { toast } from '../../ui/toast.ts';

const likes = new Toggles({
  send: async (postId, like) => {
    const { liked, likeCount } = await api('POST /api/forum-likes', { body: { postId, like } });
    return { on: liked, count: likeCount };
  },
  failed: () => toast.error(FORUM_TEXTS.likeFailed),
});

const stateOf = ({ liked, likeCount }: Pick<ForumPost, 'liked' | 'likeCount'>): Toggled => ({
  on: liked,
  count: likeCount,
});

/** Takes in what an answer asked for at `since` (ms) says of likes. */
export function learnLikes(posts: readonly ForumPost[], since: number): void {
  for (const post of posts) likes.learn(post.id, stateOf(post), since);
}

/** Whether one likes a post and how many do, as it is to be shown now; and how to press. */
export function useLike(post: ForumPost): Toggled & { press: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(post.id)) ?? stateOf(post);
  return { ...shown, press: () => likes.press(post.id, shown) };
}
