import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectSocket, disconnectSocket, whenLive } from './socket.ts';

vi.mock('./socket-connection.ts', () => ({
  openConnection: () => ({ onAny: () => {}, on: () => {}, disconnect: () => {} }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  disconnectSocket();
  vi.useRealTimers();
});

/** How long (ms) a load waits that begins now. */
async function waits(): Promise<number> {
  const from = Date.now();
  let at: number | null = null;
  void whenLive().then(() => (at = Date.now()));
  for (let turns = 0; turns < 30 && at === null; turns++) await vi.advanceTimersByTimeAsync(100);
  return (at ?? Number.POSITIVE_INFINITY) - from;
}

it('waits once for a connection that does not come about, and again for the next player', async () => {
  connectSocket(1, () => {});
  expect(await waits()).toBe(1_000);
  expect(await waits()).toBeLessThanOrEqual(100);
  disconnectSocket();
  connectSocket(2, () => {});
  expect(await waits()).toBe(1_000);
});

it('holds nobody up who signs out', async () => {
  connectSocket(1, () => {});
  const waiting = whenLive();
  disconnectSocket();
  await waiting;
  connectSocket(2, () => {});
  expect(await waits()).toBe(1_000);
});
