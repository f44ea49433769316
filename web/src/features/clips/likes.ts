import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Toggled, Toggles } from '../../lib/toggles.ts';
import { toast } from '../../ui/toast.ts';

const likes = new Toggles({
  send: async (id) => {
    const { liked, likesCount } = await api('POST /api/clips/{id}/like', { params: { id } });
    return { on: liked, count: likesCount };
  },
  failed: () => {
    toast.error(CLIP_TEXTS.likeFailed);
    // A call may have arrived whose answer did not.
    void queryClient.invalidateQueries({ queryKey: ['clips'] });
  },
});

const stateOf = ({ likedByCurrentUser, likesCount }: Clip): Toggled => ({
  on: likedByCurrentUser,
  count: likesCount,
});

/** Takes in what an answer asked for at `since` (ms) says of likes. */
export function learnLikes(clips: readonly Clip[], since: number): void {
  for (const clip of clips) likes.learn(clip.id, stateOf(clip), since);
}

/** Whether one likes a clip and how many do, as it is to be shown now; and how to press. */
export function useLike(clip: Clip): Toggled & { press: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(clip.id)) ?? stateOf(clip);
  return { ...shown, press: () => likes.press(clip.id, shown) };
}
