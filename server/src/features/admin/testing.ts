import type { CallOptions } from '../../testing/app.ts';

export const of = (player: { id: number }, more: CallOptions = {}): CallOptions => ({
  params: { id: player.id },
  ...more,
});
