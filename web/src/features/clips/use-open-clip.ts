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
  /** Null where all is loaded, or more of it could not be. */
  loadMore: (() => void) | null;
};

/** What is watched, and who had it opened. */
export type OpenClip = { clipId: number; userId: number };

/**
 * The clip that the address ends in is open, so that the way back closes it and a notification leads to it. One that is
 * on no page is looked for on those that follow; one that is nowhere is said to be gone.
 */
export function useOpenClip({ groups, isFetching, loadMore }: LoadedClips) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenClip | null>(null);
  const requestedId = idFromAnchor('clip', hash);
  const closeOverlay = useCloseOverlay();
  const close = () =>
    closeOverlay(() => void navigate({ to: '.', hash: '', replace: true, resetScroll: false }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: functions are others each time
  useEffect(() => {
    if (requestedId === null) return setOpened(null);
    if (opened?.clipId === requestedId || !groups) return;
    const group = groups.find(({ clips }) => clips.some(({ id }) => id === requestedId));
    if (group) return setOpened({ clipId: requestedId, userId: group.user.id });
    // What is here may be of a while ago.
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
