import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { api } from '../../lib/api.ts';
import { Likes } from '../../lib/likes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError } from '../../ui/toast.ts';

/** Optimistic likes of photos. */
export const photoLikes = new Likes(
  ({ likedByCurrentUser, likes: count }: Photo) => ({ on: likedByCurrentUser, count }),
  {
    send: async (id) => {
      const { liked, likes: count } = await api('POST /api/photos/{id}/like', { params: { id } });
      return { on: liked, count };
    },
    onError: (thrown) => {
      void toastError(UI_TEXTS.likeFailed)(thrown);
      // Reload the photos, because the server might have applied a request whose response was lost.
      void queryClient.invalidateQueries({ queryKey: ['photos'] });
    },
  },
);
