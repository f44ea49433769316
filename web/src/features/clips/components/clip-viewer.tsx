import { Dialog as Base } from '@base-ui/react/dialog';
import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { anchorFor, idFromAnchor } from '../../../lib/anchors.ts';
import { useDeferredOpening } from '../../../lib/use-deferred-opening.ts';
import { returnFocusUnlessMoved } from '../../../ui/use-restore-focus.ts';
import { adjacentEntry, buildPlaylist, entryAfterRemoval, type PlaylistEntry } from '../playlist.ts';
import type { OpenClip } from '../use-open-clip.ts';
import { ClipPlayer } from './clip-player.tsx';
import styles from './clip-viewer.module.css';

type ClipViewerProps = {
  groups: readonly ClipGroup[];
  /** The clip to start with; null closes the viewer. */
  opened: OpenClip | null;
  onClose: () => void;
  /** Returns the element that receives the focus after the viewer closes. */
  finalFocus: (userId: number) => HTMLElement | null;
};

/** Show clips one after another in a dialog. Load it with `lazyComponent()`. */
export function ClipViewer({ groups, opened, onClose, finalFocus }: ClipViewerProps) {
  const last = useRef(opened);
  const popup = useRef<HTMLDivElement>(null);
  if (opened) last.current = opened;
  return (
    <Base.Root open={useDeferredOpening(opened !== null)} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Popup
          ref={popup}
          data-traps-focus
          className={styles.popup}
          aria-label={CLIP_TEXTS.viewer}
          initialFocus={popup}
          finalFocus={returnFocusUnlessMoved(popup, () => last.current && finalFocus(last.current.userId))}
        >
          {last.current && (
            <ClipSequence
              key={last.current.clipId}
              groups={groups}
              from={last.current.clipId}
              closed={opened === null}
              onClose={onClose}
              popup={popup}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type ClipSequenceProps = {
  groups: readonly ClipGroup[];
  from: number;
  closed: boolean;
  onClose: () => void;
  popup: RefObject<HTMLElement | null>;
};

/** Show the clips in playlist order. If the current clip is removed, continue with the next remaining clip. */
function ClipSequence({ groups, from, closed, onClose, popup }: ClipSequenceProps) {
  const { id: meId } = useUser();
  const [order] = useState(() => groups.map(({ user }) => user.id));
  const entries = useMemo(() => buildPlaylist(groups, order), [groups, order]);
  const [id, setId] = useState(from);
  const before = useRef(entries);
  const shown = useRef<PlaylistEntry>(undefined);
  const entry = entries.find(({ clip }) => clip.id === id);
  if (entry) shown.current = entry;

  // biome-ignore lint/correctness/useExhaustiveDependencies: more dependencies could close the viewer twice
  useEffect(() => {
    const known = before.current;
    before.current = entries;
    if (entries.some(({ clip }) => clip.id === id)) return;
    const next = entryAfterRemoval(known, entries, { id, meId });
    if (next) setId(next.clip.id);
    else if (!closed) onClose();
  }, [entries, id]);

  // Change the URL without the router, because the router would open the clip again. The new URL is for reloading and
  // sharing.
  useEffect(() => {
    if (!closed && idFromAnchor('clip', location.hash) !== null)
      History.prototype.replaceState.call(history, history.state, '', `#${anchorFor('clip', id)}`);
  }, [id, closed]);

  const go = (step: -1 | 1) => {
    const next = adjacentEntry(entries, id, step);
    if (next) setId(next.clip.id);
    else onClose();
  };
  // Keep showing the last clip while the dialog closes.
  return (
    shown.current && (
      <ClipPlayer
        entry={shown.current}
        next={adjacentEntry(entries, id, 1)?.clip ?? null}
        closed={closed}
        popup={popup}
        onGo={go}
        onClose={onClose}
      />
    )
  );
}
