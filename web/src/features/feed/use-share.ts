import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { SHARE_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../../lib/errors.ts';
import { keep, readKept } from '../../lib/kept.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { announce } from '../../ui/live-region.tsx';
import { feedQuery, type NewPost, sharePost, showPost } from './api.ts';
import { asNewPost, type Draft, type DraftFault, draftFault, EMPTY, hasTwoMedia } from './draft.ts';

/** The name under which what is being written is kept over a reload. */
const KEPT = 'share';

/** The post that is being written, what is wrong with it, and how to share it. What could not be shared stays. */
export function useShare(meId: number) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, text: readKept(meId, KEPT) ?? '' }));
  const [fault, setFault] = useState<DraftFault | null>(null);
  const attempt = useAttempt();

  const write = (next: Draft) => {
    setDraft(next);
    if (next.text !== draft.text) keep(meId, KEPT, next.text || null);
  };
  const change = (patch: Partial<Draft>) => {
    const next = { ...draft, ...patch };
    write(next);
    setFault(hasTwoMedia(next) ? draftFault(next) : null);
  };
  const mutation = useMutation({
    // Should an attempt that failed have arrived, it stands there once.
    mutationFn: (post: NewPost): Promise<Post> => sharePost(post, attempt.keyOf(post)),
    onSuccess: (post) => {
      attempt.done();
      write(EMPTY);
      showPost(client, post);
      if (!client.getQueryData(feedQuery.queryKey))
        void client.invalidateQueries({ queryKey: feedQuery.queryKey });
      announce(SHARE_TEXTS.posted);
    },
    onError: async (error) => setFault({ place: 'post', text: await faultOf(error, SHARE_TEXTS.failed) }),
  });
  const share = () => {
    if (mutation.isPending) return;
    const found = draftFault(draft);
    setFault(found);
    if (!found) mutation.mutate(asNewPost(draft));
  };
  return { draft, change, fault, share, sharing: mutation.isPending };
}
