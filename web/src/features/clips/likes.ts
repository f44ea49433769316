import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { api } from '../../lib/api.ts';
import { Likes } from '../../lib/likes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError } from '../../ui/toast.ts';

/** Optimistic likes of clips. */
export const clipLikes = new Likes(
  ({ likedByCurrentUser, likesCount }: Clip) => ({ on: likedByCurrentUser, count: likesCount }),
  {
    send: async (id) => {
      const { liked, likesCount } = await api('POST /api/clips/{id}/like', { params: { id } });
      return { on: liked, count: likesCount };
    },
    onError: (thrown) => {
      void toastError(UI_TEXTS.likeFailed)(thrown);
      // Reload the clips, because the server might have applied a request whose response was lost.
      void queryClient.invalidateQueries({ queryKey: ['clips'] });
    },
  },
);
