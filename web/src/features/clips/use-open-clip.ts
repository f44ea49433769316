import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { anchorFor, idOfAnchor } from '../../lib/anchors.ts';
import { OPENING, useClosing } from '../../lib/use-closing.ts';
import { toast } from '../../ui/toast.ts';
import { firstToWatch } from './groups.ts';

type Loaded = {
  groups: readonly ClipGroup[] | undefined;
  isFetching: boolean;
  /** Null where all is loaded, or more of it could not be. */
  loadMore: (() => void) | null;
};

/** What is watched, and who had it opened. */
export type Opened = { clipId: number; userId: number };

/**
 * The clip that the address ends in is open, so that the way back closes it and a notification leads to it. One that is
 * on no page is looked for on those that follow; one that is nowhere is said to be gone.
 */
export function useOpenClip({ groups, isFetching, loadMore }: Loaded) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const wanted = idOfAnchor('clip', hash);
  const closing = useClosing();
  const close = () => closing(() => void navigate({ to: '.', hash: '', replace: true, resetScroll: false }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: functions are others each time
  useEffect(() => {
    if (wanted === null) return setOpened(null);
    if (opened?.clipId === wanted || !groups) return;
    const group = groups.find(({ clips }) => clips.some(({ id }) => id === wanted));
    if (group) return setOpened({ clipId: wanted, userId: group.user.id });
    // What is here may be of a while ago.
    if (isFetching) return;
    if (loadMore) return loadMore();
    toast.info(CLIP_TEXTS.gone);
    close();
  }, [wanted, opened, groups, isFetching, loadMore === null]);

  return {
    opened,
    open: (group: ClipGroup) => {
      const clip = firstToWatch(group);
      if (clip)
        void navigate({ to: '.', hash: anchorFor('clip', clip.id), state: OPENING, resetScroll: false });
    },
    close,
  };
}
