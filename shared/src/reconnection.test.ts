import { expect, it } from 'vitest';
import { randomizeReconnection } from './reconnection.ts';
import { SOCKET_LIMITS } from './socket-limits.ts';

it('sets a new random delay within the limits before each attempt to reconnect', () => {
  const delays: number[] = [];
  const settings: Record<string, number> = {};
  let attempt = () => {};
  randomizeReconnection({
    io: {
      reconnectionDelay: (ms) => Object.assign(settings, { delay: ms }),
      reconnectionDelayMax: (ms) => delays.push(ms),
      randomizationFactor: (factor) => Object.assign(settings, { factor }),
      on: (_, listener) => {
        attempt = listener;
      },
    },
  });
  for (let count = 0; count < 999; count++) attempt();
  const { reconnectMinMs, reconnectMaxMs } = SOCKET_LIMITS;
  // `delay` is never below the random maximum, so Socket.IO always waits for exactly this maximum.
  expect(settings).toEqual({ delay: reconnectMaxMs, factor: 0 });
  expect(delays).toHaveLength(1_000);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(reconnectMinMs);
  expect(Math.max(...delays)).toBeLessThanOrEqual(reconnectMaxMs);
  expect(new Set(delays).size).toBeGreaterThan(900);
});
