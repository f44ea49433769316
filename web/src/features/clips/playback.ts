import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

/**
 * Return how long a clip is shown (ms). `mediaMs` is the video's duration as the browser reports it; NaN or Infinity if
 * unknown.
 */
export function displayMs({ kind, durationMs }: Pick<Clip, 'kind' | 'durationMs'>, mediaMs: number): number {
  const { imageMs, videoMs, videoMaxMs } = LIMITS.clips;
  if (kind === 'image') return imageMs;
  const known = Number.isFinite(mediaMs) && mediaMs > 0 ? mediaMs : durationMs;
  return known === null ? videoMs : Math.min(known, videoMaxMs);
}

/**
 * A stopwatch. `elapsed` is the time (ms) counted until the last start or stop. `startedAt` is the time (ms) of the
 * last start, or null while the stopwatch is stopped.
 */
export type Stopwatch = { elapsed: number; startedAt: number | null };
export const NEW_STOPWATCH: Stopwatch = { elapsed: 0, startedAt: null };

/** Return the elapsed time (ms) of a stopwatch at `now` (ms). */
export const readStopwatch = ({ elapsed, startedAt }: Stopwatch, now: number): number =>
  elapsed + (startedAt === null ? 0 : now - startedAt);

/** Start or stop a stopwatch. */
export function runStopwatch(stopwatch: Stopwatch, on: boolean, now: number): Stopwatch {
  if (!on) return { elapsed: readStopwatch(stopwatch, now), startedAt: null };
  return stopwatch.startedAt === null ? { ...stopwatch, startedAt: now } : stopwatch;
}

/** Playback state of the open clip. */
type PlaybackState = {
  clipId: number;
  /** State of the picture or video: loading, visible, or failed to load. */
  media: 'loading' | 'shown' | 'failed';
  /** True while a video is buffering. */
  stalled: boolean;
  /** True if the player or the browser has paused the clip, or if the browser requires a press to play it. */
  paused: boolean;
  /** True while a pointer holds the clip. */
  isHeld: boolean;
  /** True while the player confirms the deletion of the clip or reports it. */
  isInterrupted: boolean;
  /** True if the browser has blocked the clip's sound. */
  silenced: boolean;
};

export type PlaybackEvent =
  | { type: 'shown' | 'failed' | 'stalled' | 'refused' | 'silenced' | 'sounding' }
  | { type: 'toggle' | 'pause' | 'hold' | 'release' | 'interrupt' | 'resume' }
  | { type: 'turned'; clipId: number };

/** Return the initial state for a clip. No value of the previous clip is reused. */
export const initialPlayback = (clipId: number): PlaybackState => ({
  clipId,
  media: 'loading',
  stalled: false,
  paused: false,
  isHeld: false,
  isInterrupted: false,
  silenced: false,
});

/** Return the state after an event. */
export function playbackReducer(state: PlaybackState, event: PlaybackEvent): PlaybackState {
  switch (event.type) {
    case 'turned':
      return event.clipId === state.clipId ? state : initialPlayback(event.clipId);
    case 'shown':
      return { ...state, media: 'shown', stalled: false };
    case 'failed':
      return { ...state, media: 'failed', stalled: false };
    case 'stalled':
      return { ...state, stalled: state.media === 'shown' };
    case 'toggle':
      return { ...state, paused: !state.paused };
    case 'pause':
    case 'refused':
      return { ...state, paused: true };
    case 'silenced':
      return { ...state, silenced: true };
    case 'sounding':
      return { ...state, silenced: false };
    case 'hold':
      return { ...state, isHeld: true };
    case 'release':
      return { ...state, isHeld: false };
    case 'interrupt':
      return { ...state, isInterrupted: true, isHeld: false };
    case 'resume':
      return { ...state, isInterrupted: false };
  }
}

/** Conditions under which no clip plays: the tab is hidden, or the clip viewer is closed. */
type PageState = { hidden: boolean; closed: boolean };

/** Report whether the clip should play, even if it is still loading or buffering. */
export const shouldPlay = (
  { paused, isHeld, isInterrupted }: PlaybackState,
  { hidden, closed }: PageState,
): boolean => !(paused || isHeld || isInterrupted || hidden || closed);

/**
 * Report whether the progress advances: only while the clip should play, and is not loading or buffering. The progress
 * of a failed clip also advances, so that the next clip follows.
 */
export const shouldAdvance = (state: PlaybackState, page: PageState): boolean =>
  shouldPlay(state, page) && state.media !== 'loading' && !state.stalled;
