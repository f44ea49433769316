import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { anchorFor, idFromAnchor } from '../../lib/anchors.ts';
import { OVERLAY_STATE, useCloseOverlay } from '../../lib/use-close-overlay.ts';
import { toast } from '../../ui/toast.ts';
import { firstUnseenClip } from './groups.ts';

type LoadedClips = {
  groups: readonly ClipGroup[] | undefined;
  isFetching: boolean;
  /** Loads the next page; null if everything is loaded, or if loading has failed. */
  loadMore: (() => void) | null;
};

/** The opened clip and its player. */
export type OpenClip = { clipId: number; userId: number };

/**
 * Open the clip that the URL's hash names, so that the browser's back button closes the clip, and notifications can
 * link to a clip. If the clip is not loaded, load further pages until one contains it. Show a toast if no page contains
 * it.
 */
export function useOpenClip({ groups, isFetching, loadMore }: LoadedClips) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenClip | null>(null);
  const requestedId = idFromAnchor('clip', hash);
  const closeOverlay = useCloseOverlay();
  const close = () =>
    closeOverlay(() => void navigate({ to: '.', hash: '', replace: true, resetScroll: false }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change on every render
  useEffect(() => {
    if (requestedId === null) return setOpened(null);
    if (opened?.clipId === requestedId || !groups) return;
    const group = groups.find(({ clips }) => clips.some(({ id }) => id === requestedId));
    if (group) return setOpened({ clipId: requestedId, userId: group.user.id });
    // Wait for the refetch, because the cached clips can be outdated.
    if (isFetching) return;
    if (loadMore) return loadMore();
    toast.info(CLIP_TEXTS.notFound);
    close();
  }, [requestedId, opened, groups, isFetching, loadMore === null]);

  return {
    opened,
    open: (group: ClipGroup) => {
      const clip = firstUnseenClip(group);
      if (clip)
        void navigate({
          to: '.',
          hash: anchorFor('clip', clip.id),
          state: OVERLAY_STATE,
          resetScroll: false,
        });
    },
    close,
  };
}
