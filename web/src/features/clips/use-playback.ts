import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { reducedMotion } from '../../lib/reduced-motion.ts';
import { usePageVisible } from '../../lib/use-page-visible.ts';
import {
  displayMs,
  initialPlayback,
  NEW_STOPWATCH,
  playbackReducer,
  readStopwatch,
  runStopwatch,
  type Stopwatch,
  shouldAdvance,
  shouldPlay,
} from './playback.ts';
import { playVideo } from './sound.ts';

const TICK_MS = 100;
/** With reduced motion, the progress advances once per second. */
const REDUCED_MOTION_TICK_MS = 1_000;

type PlaybackOptions = {
  clip: Clip;
  /** True while the clip viewer is closing. */
  closed: boolean;
  sound: boolean;
  /** Called when a picture is visible or a video plays. */
  onShown: () => void;
  /** Called when the clip is over or cannot be played. */
  onEnd: () => void;
};

/**
 * Play a clip and track its progress. All videos use the same `video` element, because a browser that has allowed sound
 * for an element keeps allowing it. The custom property --part sets how far the element `progress` is filled.
 */
export function usePlayback({ clip, closed, sound, onShown, onEnd }: PlaybackOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const progress = useRef<HTMLElement>(null);
  const stopwatch = useRef<{ id: number; stopwatch: Stopwatch; over: boolean }>({
    id: 0,
    stopwatch: NEW_STOPWATCH,
    over: false,
  });
  const [state, dispatch] = useReducer(playbackReducer, clip.id, initialPlayback);
  const [playAttempt, setPlayAttempt] = useState(0);
  if (state.clipId !== clip.id) dispatch({ type: 'turned', clipId: clip.id });
  const page = { hidden: !usePageVisible(), closed };
  const isPlaying = shouldPlay(state, page);
  const isAdvancing = shouldAdvance(state, page) && state.clipId === clip.id;
  const isVideo = clip.kind === 'video';

  const shown = useEffectEvent(() => {
    dispatch({ type: 'shown' });
    onShown();
  });
  const end = useEffectEvent(() => {
    if (stopwatch.current.id !== clip.id || stopwatch.current.over) return;
    stopwatch.current.over = true;
    onEnd();
  });
  // Handle a pause by the browser, for example because headphones were disconnected.
  const stopped = useEffectEvent((media: HTMLVideoElement) => {
    if (isPlaying && !media.ended && document.visibilityState === 'visible') dispatch({ type: 'pause' });
  });

  useEffect(() => {
    stopwatch.current = { id: clip.id, stopwatch: NEW_STOPWATCH, over: false };
    const media = video.current;
    if (!isVideo || !media) return;
    const listening = new AbortController();
    const on = (name: string, listener: () => void) =>
      media.addEventListener(name, listener, { signal: listening.signal });
    // If the browser cannot decode the frames of a video, it plays only the sound. End such a clip.
    on('playing', () => (media.videoWidth === 0 ? end() : shown()));
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts each clip, and starts it again after each press
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
  }, [clip.id, isVideo, isPlaying, sound, playAttempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for each clip
  useEffect(() => {
    if (!isAdvancing) return;
    const tick = () => {
      const media = isVideo ? video.current : null;
      const total = displayMs(clip, (media?.duration ?? Number.NaN) * 1000);
      const passed = media
        ? media.currentTime * 1000
        : readStopwatch(stopwatch.current.stopwatch, performance.now());
      progress.current?.style.setProperty('--part', String(Math.min(1, passed / total)));
      if (passed >= total) end();
    };
    const runTimer = (on: boolean) => {
      stopwatch.current.stopwatch = runStopwatch(stopwatch.current.stopwatch, on, performance.now());
    };
    runTimer(true);
    const timer = setInterval(tick, reducedMotion().matches ? REDUCED_MOTION_TICK_MS : TICK_MS);
    return () => {
      clearInterval(timer);
      runTimer(false);
    };
  }, [clip.id, isAdvancing]);

  return {
    state,
    dispatch,
    video,
    progress,
    /** Report that a picture has loaded, or that loading failed. */
    onPicture: (isLoaded: boolean) => (isLoaded ? shown() : dispatch({ type: 'failed' })),
    /** Try to play with sound again, in response to a press. */
    enableSound: () => {
      dispatch({ type: 'sounding' });
      setPlayAttempt(playAttempt + 1);
    },
  };
}
