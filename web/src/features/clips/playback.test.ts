import { expect, it } from 'vitest';
import {
  displayMs,
  initialPlayback,
  NEW_STOPWATCH,
  type PlaybackEvent,
  playbackReducer,
  readStopwatch,
  runStopwatch,
  shouldAdvance,
  shouldPlay,
} from './playback.ts';

const video = (durationMs: number | null) => ({ kind: 'video' as const, durationMs });

it.each([
  [{ kind: 'image' as const, durationMs: null }, Number.NaN, 5_000],
  [video(7_000), 8_000, 8_000],
  [video(7_000), Number.NaN, 7_000],
  [video(null), Number.POSITIVE_INFINITY, 10_000],
  [video(null), 0, 10_000],
  [video(null), 12_000, 12_000],
  [video(90_000), 90_000, 30_000],
  [video(90_000), Number.NaN, 30_000],
])('the clip %o with a media duration of %d ms is shown for %i ms', (clip, mediaMs, ms) =>
  expect(displayMs(clip, mediaMs)).toBe(ms),
);

it('counts time only while the stopwatch runs', () => {
  let watch = runStopwatch(NEW_STOPWATCH, true, 1_000);
  expect(readStopwatch(watch, 3_000)).toBe(2_000);
  watch = runStopwatch(runStopwatch(watch, true, 2_000), false, 4_000);
  expect(readStopwatch(watch, 9_000)).toBe(3_000);
  watch = runStopwatch(runStopwatch(watch, false, 9_000), true, 10_000);
  expect(readStopwatch(watch, 10_500)).toBe(3_500);
});

const after = (...events: PlaybackEvent['type'][]) =>
  events.reduce((state, type) => playbackReducer(state, { type } as PlaybackEvent), initialPlayback(1));
const SEEN = { hidden: false, closed: false };

it.each([
  [[], true, false],
  [['shown'], true, true],
  [['failed'], true, true],
  [['shown', 'stalled'], true, false],
  [['shown', 'stalled', 'shown'], true, true],
  [['shown', 'toggle'], false, false],
  [['shown', 'toggle', 'toggle'], true, true],
  [['shown', 'hold'], false, false],
  [['shown', 'hold', 'release'], true, true],
  // A paused clip stays paused after it is held and released, and after the player answers the deletion question.
  [['shown', 'toggle', 'hold', 'release'], false, false],
  [['shown', 'toggle', 'interrupt', 'resume'], false, false],
  [['shown', 'interrupt'], false, false],
  [['shown', 'interrupt', 'resume'], true, true],
  [['refused'], false, false],
  [['shown', 'silenced'], true, true],
] as [PlaybackEvent['type'][], boolean, boolean][])(
  'after the events %j, the clip plays: %s, and its progress advances: %s',
  (events, isPlaying, isPassing) => {
    const state = after(...events);
    expect(shouldPlay(state, SEEN)).toBe(isPlaying);
    expect(shouldAdvance(state, SEEN)).toBe(isPassing);
    expect(shouldPlay(state, { ...SEEN, hidden: true }) || shouldPlay(state, { ...SEEN, closed: true })).toBe(
      false,
    );
  },
);

it('resets the playback state only when another clip is shown', () => {
  const state = after('shown', 'toggle', 'hold', 'interrupt', 'silenced');
  expect(playbackReducer(state, { type: 'turned', clipId: 1 })).toBe(state);
  expect(playbackReducer(state, { type: 'turned', clipId: 2 })).toEqual(initialPlayback(2));
});
