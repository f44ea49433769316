import { formatCount } from '../format-number.ts';

/** Texts of the replay of a finished fight. */
export const REPLAY_TEXTS = {
  title: 'Replay',
  play: 'Play the replay',
  pause: 'Pause the replay',
  previous: 'Previous exchange',
  next: 'Next exchange',
  slider: 'Exchange',
  speed: (factor: number) => `Speed: ${factor}×`,
  keys: 'Keys: Space to play or pause, ← and → to step, Home and End to jump to the start or the end.',
  copyLink: 'Copy link to this exchange',
  position: (exchange: number, count: number) =>
    exchange === 0 ? `Start (${formatCount(count, 'exchange')})` : `Exchange ${exchange} of ${count}`,
} as const;
