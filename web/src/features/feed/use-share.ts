import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { SHARE_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actOnce } from '../../lib/act-once.ts';
import { faultOf } from '../../lib/errors.ts';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { announce } from '../../ui/live-region.tsx';
import { feedQuery, type NewPost, sharePost, showPost } from './api.ts';
import { asNewPost, type Draft, type DraftFault, draftFault, EMPTY, hasTwoMedia, isSent } from './draft.ts';

/** The post that is being written, what is wrong with it, and how to share it. What could not be shared stays. */
export function useShare(meId: number) {
  const client = useQueryClient();
  const [draft, write] = useKeptDraft(meId, 'feed:post', EMPTY);
  const [fault, setFault] = useState<DraftFault | null>(null);

  const mutation = useMutation({
    mutationFn: (post: NewPost): Promise<Post> => actOnce(['post', post], (key) => sharePost(post, key)),
    onSuccess: (post, sent) => {
      write((now) => (isSent(now, sent) ? EMPTY : {}));
      showPost(client, post);
      if (!client.getQueryData(feedQuery.queryKey))
        void client.invalidateQueries({ queryKey: feedQuery.queryKey });
      announce(SHARE_TEXTS.posted);
    },
    onError: async (error) => setFault({ place: 'post', text: await faultOf(error, SHARE_TEXTS.failed) }),
  });
  const change = (patch: Partial<Draft>) => {
    if (mutation.isPending) return;
    const next = { ...draft, ...patch };
    write(patch);
    setFault(hasTwoMedia(next) ? draftFault(next) : null);
  };
  const share = () => {
    if (mutation.isPending) return;
    const found = draftFault(draft);
    setFault(found);
    if (!found) mutation.mutate(asNewPost(draft));
  };
  return { draft, change, fault, share, sharing: mutation.isPending };
}
