import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { mayDelete } from '@rivalhold/shared/roles.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, VolumeX } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { viewClip } from '../api.ts';
import type { PlaylistEntry } from '../playlist.ts';
import { useClipSound } from '../sound.ts';
import { usePlayback } from '../use-playback.ts';
import { usePressGesture } from '../use-press-gesture.ts';
import { ClipFooter } from './clip-footer.tsx';
import { ClipHeader } from './clip-header.tsx';
import styles from './clip-viewer.module.css';

type ClipPlayerProps = {
  entry: PlaylistEntry;
  next: Clip | null;
  closed: boolean;
  /** The surrounding dialog, which has the focus if no element inside it does. */
  popup: RefObject<HTMLElement | null>;
  onGo: (step: -1 | 1) => void;
  onClose: () => void;
};

/** Show the open clip with its controls. */
export function ClipPlayer({ entry, next, closed, popup, onGo, onClose }: ClipPlayerProps) {
  const { clip, user, index, total } = entry;
  const me = useUser();
  const client = useQueryClient();
  const [sound, setSound] = useClipSound();
  const countedId = useRef(0);
  const own = user.id === me.id;
  const { state, dispatch, video, progress, onPicture, enableSound } = usePlayback({
    clip,
    closed,
    sound,
    onShown: () => {
      if (own || clip.seen || countedId.current === clip.id) return;
      countedId.current = clip.id;
      void viewClip(client, clip.id);
    },
    onEnd: () => onGo(1),
  });
  const hold = usePressGesture({
    onHold: () => dispatch({ type: 'hold' }),
    onRelease: () => dispatch({ type: 'release' }),
    onSwipe: (direction) => (direction === 'down' ? onClose() : onGo(direction === 'left' ? 1 : -1)),
  });
  const isVideo = clip.kind === 'video';
  const toggleSound = () => (state.silenced && sound ? enableSound() : setSound(!sound));

  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (state.isInterrupted || event.altKey || event.ctrlKey || event.metaKey) return;
    const zone = (event.target as Element).closest('[data-zone]');
    // A focused button or link handles the space bar itself. In all other cases, the space bar pauses or plays the
    // clip, even if the focus is on a zone that switches clips.
    if (event.key === ' ' && !zone && (event.target as Element).closest('button, a')) return;
    const action = {
      arrowleft: () => onGo(-1),
      arrowright: () => onGo(1),
      ' ': () => event.repeat || dispatch({ type: 'toggle' }),
      m: () => isVideo && toggleSound(),
    }[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  // Removing a focused element returns the focus to the dialog, so listen for keys on the dialog.
  useEffect(() => {
    const listening = new AbortController();
    popup.current?.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal });
    return () => listening.abort();
  }, [popup]);
  const zone = (step: -1 | 1) => ({
    type: 'button' as const,
    'data-zone': true,
    'aria-label': step === 1 ? CLIP_TEXTS.next : CLIP_TEXTS.previous,
    ...hold.handlers,
    onClick: () => hold.wasTap() && onGo(step),
    // The space bar pauses or plays the clip. Releasing it must not also press the zone, which would switch clips.
    onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
  });

  return (
    <div className={clsx(styles.frame, state.isHeld && styles.controlsHidden)}>
      {clip.thumbUrl && <img key={`ground ${clip.id}`} src={clip.thumbUrl} alt="" className={styles.glow} />}
      {/* biome-ignore lint/a11y/useMediaCaption: players' clips have no captions */}
      <video
        ref={video}
        className={styles.media}
        hidden={!isVideo}
        aria-label={clip.caption || CLIP_TEXTS.pictureBy(user.username)}
        playsInline
        disablePictureInPicture
      />
      {!isVideo && (
        <img
          key={`picture ${clip.id}`}
          src={clip.url}
          alt={clip.caption || CLIP_TEXTS.pictureBy(user.username)}
          data-animated
          width={clip.width}
          height={clip.height}
          draggable={false}
          className={styles.media}
          hidden={state.media === 'failed'}
          onLoad={() => onPicture(true)}
          onError={() => onPicture(false)}
        />
      )}
      {state.media === 'failed' && (
        <p role="alert" className={styles.failed}>
          {CLIP_TEXTS.showFailed}
        </p>
      )}
      {(state.media === 'loading' || state.stalled) && !state.paused && (
        <span className={styles.wait} aria-hidden="true" />
      )}
      <button {...zone(-1)} className={styles.zone}>
        <ChevronLeft size={28} aria-hidden="true" className={styles.chevron} />
      </button>
      <button {...zone(1)} className={clsx(styles.zone, styles.nextZone)}>
        <ChevronRight size={28} aria-hidden="true" className={styles.chevron} />
      </button>
      <VisuallyHidden aria-live="polite">
        {CLIP_TEXTS.position(index + 1, total, user.username)}
      </VisuallyHidden>
      <ClipHeader
        entry={entry}
        progress={progress}
        paused={state.paused}
        onPause={() => dispatch({ type: 'toggle' })}
        sound={isVideo ? sound && !state.silenced : null}
        onSound={toggleSound}
      />
      {isVideo && sound && state.silenced && (
        <button type="button" className={styles.sound} onClick={enableSound}>
          <VolumeX size={18} aria-hidden="true" />
          {CLIP_TEXTS.tapForSound}
        </button>
      )}
      <ClipFooter
        clip={clip}
        user={user}
        own={own}
        mayDelete={mayDelete(me, user.id)}
        isInterrupted={state.isInterrupted}
        onInterrupt={() => dispatch({ type: 'interrupt' })}
        onResume={() => dispatch({ type: 'resume' })}
        popup={popup}
      />
      {next && state.media === 'shown' && <Preload key={`next ${next.id}`} clip={next} />}
    </div>
  );
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Preload the next clip, unless data saving is on. */
function Preload({ clip }: { clip: Clip }) {
  const isPicture = clip.kind === 'image';
  useEffect(() => {
    if (isPicture && !savesData()) new Image().src = clip.url;
  }, [isPicture, clip.url]);
  if (isPicture || savesData()) return null;
  return <video src={clip.url} preload="auto" muted hidden aria-hidden="true" tabIndex={-1} />;
}
