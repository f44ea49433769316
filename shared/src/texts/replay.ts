/** Texts of the replay of a finished fight. */
export const REPLAY_TEXTS = {
  title: 'Replay',
  play: 'Play the replay',
  pause: 'Pause the replay',
  previous: 'Previous exchange',
  next: 'Next exchange',
  slider: 'Exchange',
  speed: (factor: number) => `Speed: ${factor}×`,
  keys: 'Keys: Space plays and pauses, ← and → step, Home and End jump.',
  copyLink: 'Copy link to this exchange',
  position: (exchange: number, count: number) =>
    exchange === 0 ? `Start of ${count}` : `Exchange ${exchange} of ${count}`,
} as const;
