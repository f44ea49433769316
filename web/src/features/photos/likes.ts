import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Toggled, Toggles } from '../../lib/toggles.ts';
import { toast } from '../../ui/toast.ts';

const likes = new Toggles({
  send: async (id) => {
    const { liked, likes: count } = await api('POST /api/photos/{id}/like', { params: { id } });
    return { on: liked, count };
  },
  failed: () => {
    toast.error(PHOTO_TEXTS.likeFailed);
    // A call may have arrived whose answer did not.
    void queryClient.invalidateQueries({ queryKey: ['photos'] });
  },
});

/** Takes in what an answer asked for at `since` says of likes. */
export function learnLikes(photos: readonly Photo[], since: number): void {
  for (const photo of photos) likes.learn(photo.id, stateOf(photo), since);
}

const stateOf = (photo: Photo): Toggled => ({ on: photo.likedByCurrentUser, count: photo.likes });

/** Whether one likes a photo and how many do, as it is to be shown now; and how to press. */
export function useLike(photo: Photo): Toggled & { press: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(photo.id)) ?? stateOf(photo);
  return { ...shown, press: () => likes.press(photo.id, shown) };
}
