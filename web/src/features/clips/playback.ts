import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

/** How long a clip is shown (ms); `mediaMs` is what the browser says of a video, NaN or Infinity where it does not know. */
export function shownFor({ kind, durationMs }: Pick<Clip, 'kind' | 'durationMs'>, mediaMs: number): number {
  const { imageMs, videoMs, videoMaxMs } = LIMITS.clips;
  if (kind === 'image') return imageMs;
  const known = Number.isFinite(mediaMs) && mediaMs > 0 ? mediaMs : durationMs;
  return known === null ? videoMs : Math.min(known, videoMaxMs);
}

/** A watch that can be stopped: what it has counted (ms), and since when it runs (ms); null while it stands. */
export type Watch = { counted: number; since: number | null };
export const NEW_WATCH: Watch = { counted: 0, since: null };

/** What a watch shows at `now` (ms). */
export const readWatch = ({ counted, since }: Watch, now: number): number =>
  counted + (since === null ? 0 : now - since);

/** Starts a watch, or stops it. */
export function runWatch(watch: Watch, on: boolean, now: number): Watch {
  if (!on) return { counted: readWatch(watch, now), since: null };
  return watch.since === null ? { ...watch, since: now } : watch;
}

/** How a clip is being watched. */
type Playback = {
  clipId: number;
  /** Its picture is on its way, there, or could not be had. */
  medium: 'loading' | 'shown' | 'failed';
  /** A video that has begun waits for more of itself. */
  stalled: boolean;
  /** Somebody pressed Pause, or the browser plays nothing without a press. */
  paused: boolean;
  /** A finger rests on it. */
  held: boolean;
  /** Whether to delete it is asked. */
  asking: boolean;
  /** The browser refused to play it with sound. */
  silenced: boolean;
};

export type PlaybackEvent =
  | { type: 'shown' | 'failed' | 'stalled' | 'refused' | 'silenced' | 'sounding' }
  | { type: 'toggle' | 'pause' | 'hold' | 'release' | 'ask' | 'answered' }
  | { type: 'turned'; clipId: number };

/** Each clip begins anew, whatever was the matter with the one before. */
export const begin = (clipId: number): Playback => ({
  clipId,
  medium: 'loading',
  stalled: false,
  paused: false,
  held: false,
  asking: false,
  silenced: false,
});

/** What becomes of a clip that is watched when something happens. */
export function follow(state: Playback, event: PlaybackEvent): Playback {
  switch (event.type) {
    case 'turned':
      return event.clipId === state.clipId ? state : begin(event.clipId);
    case 'shown':
      return { ...state, medium: 'shown', stalled: false };
    case 'failed':
      return { ...state, medium: 'failed', stalled: false };
    case 'stalled':
      return { ...state, stalled: state.medium === 'shown' };
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
      return { ...state, held: true };
    case 'release':
      return { ...state, held: false };
    case 'ask':
      return { ...state, asking: true, held: false };
    case 'answered':
      return { ...state, asking: false };
  }
}

/** What stops a clip from outside: another tab is looked at, or the window is closed. */
type Outside = { hidden: boolean; closed: boolean };

/** Whether it is to play; a video loads by that. */
export const plays = ({ paused, held, asking }: Playback, { hidden, closed }: Outside): boolean =>
  !(paused || held || asking || hidden || closed);

/** Whether its time passes: only what is seen takes time. */
export const passes = (state: Playback, outside: Outside): boolean =>
  plays(state, outside) && state.medium !== 'loading' && !state.stalled;
