import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { type Toggled, Toggles } from '../../lib/toggles.ts';
import { toast } from '../../ui/toast.ts';

const likes = new Toggles({
  send: async (id, on) => {
    const params = { id };
    const { liked, likesCount } = await (on
      ? api('POST /api/feed/{id}/like', { params })
      : api('DELETE /api/feed/{id}/like', { params }));
    return { on: liked, count: likesCount };
  },
  failed: () => toast.error(FEED_TEXTS.likeFailed),
});

const stateOf = ({ liked, likes: count }: Pick<Post, 'liked' | 'likes'>): Toggled => ({ on: liked, count });

/** Takes in what an answer asked for at `since` (ms) says of likes. */
export function learnLikes(posts: readonly Post[], since: number): void {
  for (const post of posts) likes.learn(post.id, stateOf(post), since);
}

/** Takes in how many likes a post has now; whether one of them is one's own stays. */
export function learnCount(id: number, count: number): void {
  const shown = likes.shown(id);
  if (shown) likes.learn(id, { on: shown.on, count }, Date.now());
}

/** Whether one likes a post and how many do, as it is to be shown now; and how to press. */
export function useLike(post: Post): Toggled & { press: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(post.id)) ?? stateOf(post);
  return { ...shown, press: () => likes.press(post.id, shown) };
}
