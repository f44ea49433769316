/** Texts of the replay of a finished fight. */
export const REPLAY_TEXTS = {
  title: 'Replay',
  play: 'Play the replay',
  pause: 'Pause the replay',
  previous: 'Previous exchange',
  next: 'Next exchange',
  slider: 'Exchange',
  position: (exchange: number, count: number) =>
    exchange === 0 ? `Start of ${count}` : `Exchange ${exchange} of ${count}`,
} as const;
