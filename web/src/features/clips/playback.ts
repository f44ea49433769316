import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

/** How long a clip is shown (ms); `mediaMs` is what the browser says of a video, NaN or Infinity where it does not know. */
export function displayMs({ kind, durationMs }: Pick<Clip, 'kind' | 'durationMs'>, mediaMs: number): number {
  const { imageMs, videoMs, videoMaxMs } = LIMITS.clips;
  if (kind === 'image') return imageMs;
  const known = Number.isFinite(mediaMs) && mediaMs > 0 ? mediaMs : durationMs;
  return known === null ? videoMs : Math.min(known, videoMaxMs);
}

/** A watch that can be stopped: what it has counted (ms), and since when it runs (ms); null while it stands. */
export type Stopwatch = { elapsed: number; startedAt: number | null };
export const NEW_STOPWATCH: Stopwatch = { elapsed: 0, startedAt: null };

/** What a watch shows at `now` (ms). */
export const readStopwatch = ({ elapsed, startedAt }: Stopwatch, now: number): number =>
  elapsed + (startedAt === null ? 0 : now - startedAt);

/** Starts a watch, or stops it. */
export function runStopwatch(stopwatch: Stopwatch, on: boolean, now: number): Stopwatch {
  if (!on) return { elapsed: readStopwatch(stopwatch, now), startedAt: null };
  return stopwatch.startedAt === null ? { ...stopwatch, startedAt: now } : stopwatch;
}

/** How a clip is being watched. */
type PlaybackState = {
  clipId: number;
  /** Its picture is on its way, there, or could not be had. */
  media: 'loading' | 'shown' | 'failed';
  /** A video that has begun waits for more of itself. */
  stalled: boolean;
  /** Somebody pressed Pause, or the browser plays nothing without a press. */
  paused: boolean;
  /** A finger rests on it. */
  isHeld: boolean;
  /** Whether to delete it is asked. */
  isConfirming: boolean;
  /** The browser refused to play it with sound. */
  silenced: boolean;
};

export type PlaybackEvent =
  | { type: 'shown' | 'failed' | 'stalled' | 'refused' | 'silenced' | 'sounding' }
  | { type: 'toggle' | 'pause' | 'hold' | 'release' | 'ask' | 'answered' }
  | { type: 'turned'; clipId: number };

/** Each clip begins anew, whatever was the matter with the one before. */
export const initialPlayback = (clipId: number): PlaybackState => ({
  clipId,
  media: 'loading',
  stalled: false,
  paused: false,
  isHeld: false,
  isConfirming: false,
  silenced: false,
});

/** What becomes of a clip that is watched when something happens. */
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
    case 'ask':
      return { ...state, isConfirming: true, isHeld: false };
    case 'answered':
      return { ...state, isConfirming: false };
  }
}

/** What stops a clip from outside: another tab is looked at, or the window is closed. */
type PageState = { hidden: boolean; closed: boolean };

/** Whether it is to play; a video loads by that. */
export const shouldPlay = (
  { paused, isHeld, isConfirming }: PlaybackState,
  { hidden, closed }: PageState,
): boolean => !(paused || isHeld || isConfirming || hidden || closed);

/** Whether its time passes: only what is seen takes time. */
export const shouldAdvance = (state: PlaybackState, page: PageState): boolean =>
  shouldPlay(state, page) && state.media !== 'loading' && !state.stalled;
