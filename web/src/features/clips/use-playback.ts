import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { useEffect, useEffectEvent, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { calm } from '../../lib/calm.ts';
import {
  begin,
  follow,
  NEW_WATCH,
  passes,
  plays,
  readWatch,
  runWatch,
  shownFor,
  type Watch,
} from './playback.ts';
import { playVideo } from './sound.ts';

const TICK_MS = 100;
/** Who wants less movement sees the time pass by seconds. */
const CALM_TICK_MS = 1_000;

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const isHidden = () => document.visibilityState === 'hidden';

type PlaybackOptions = {
  clip: Clip;
  /** The window is closing. */
  closed: boolean;
  sound: boolean;
  /** Called when it is there to be seen; of a video, when it plays. */
  onShown: () => void;
  /** Called once its time is over, or where it cannot be played. */
  onEnd: () => void;
};

/**
 * Plays a clip: when it is there, how its time passes, and when that is over. `video` plays all videos one after the
 * other, since a browser that once let it sound goes on letting it; `progress` is filled by the custom property --part.
 */
export function usePlayback({ clip, closed, sound, onShown, onEnd }: PlaybackOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const progress = useRef<HTMLElement>(null);
  const watch = useRef<{ id: number; watch: Watch; over: boolean }>({ id: 0, watch: NEW_WATCH, over: false });
  const [state, dispatch] = useReducer(follow, clip.id, begin);
  const [press, setPress] = useState(0);
  if (state.clipId !== clip.id) dispatch({ type: 'turned', clipId: clip.id });
  const hidden = useSyncExternalStore(subscribe, isHidden);
  const outside = { hidden, closed };
  const isPlaying = plays(state, outside);
  const isPassing = passes(state, outside) && state.clipId === clip.id;
  const isVideo = clip.kind === 'video';

  const shown = useEffectEvent(() => {
    dispatch({ type: 'shown' });
    onShown();
  });
  const end = useEffectEvent(() => {
    if (watch.current.id !== clip.id || watch.current.over) return;
    watch.current.over = true;
    onEnd();
  });
  // The browser stopped it by itself, as when headphones are pulled out.
  const stopped = useEffectEvent((media: HTMLVideoElement) => {
    if (isPlaying && !media.ended && !isHidden()) dispatch({ type: 'pause' });
  });

  useEffect(() => {
    watch.current = { id: clip.id, watch: NEW_WATCH, over: false };
    const media = video.current;
    if (!isVideo || !media) return;
    const listening = new AbortController();
    const on = (name: string, listener: () => void) =>
      media.addEventListener(name, listener, { signal: listening.signal });
    on('playing', () => shown());
    on('waiting', () => dispatch({ type: 'stalled' }));
    on('ended', () => end());
    on('error', () => end());
    on('pause', () => stopped(media));
    media.src = clip.url;
    return () => {
      listening.abort();
      media.removeAttribute('src');
      media.load();
    };
  }, [clip.id, clip.url, isVideo]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each clip is begun, and each press tries once more
  useEffect(() => {
    const media = video.current;
    if (!isVideo || !media) return;
    if (!isPlaying) return media.pause();
    let isCurrent = true;
    void playVideo(media, sound).then((played) => {
      if (isCurrent && played) dispatch({ type: played });
    });
    return () => {
      isCurrent = false;
    };
  }, [clip.id, isVideo, isPlaying, sound, press]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: of each clip anew
  useEffect(() => {
    if (!isPassing) return;
    const tick = () => {
      const media = isVideo ? video.current : null;
      const total = shownFor(clip, (media?.duration ?? Number.NaN) * 1000);
      const passed = media ? media.currentTime * 1000 : readWatch(watch.current.watch, performance.now());
      progress.current?.style.setProperty('--part', String(Math.min(1, passed / total)));
      if (passed >= total) end();
    };
    const turn = (on: boolean) => {
      watch.current.watch = runWatch(watch.current.watch, on, performance.now());
    };
    turn(true);
    const timer = setInterval(tick, calm().matches ? CALM_TICK_MS : TICK_MS);
    return () => {
      clearInterval(timer);
      turn(false);
    };
  }, [clip.id, isPassing]);

  return {
    state,
    dispatch,
    video,
    progress,
    /** For a picture: it is there, or could not be had. */
    onPicture: (there: boolean) => (there ? shown() : dispatch({ type: 'failed' })),
    /** Tries once more to play with sound, by a press. */
    sounding: () => {
      dispatch({ type: 'sounding' });
      setPress(press + 1);
    },
  };
}
