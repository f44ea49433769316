import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectSocket, disconnectSocket, hearEvents, onSocketEvent, whenLive } from './socket.ts';

/** Has an event come in. */
let comes: (name: string, payload: unknown) => void = () => {};
/** Has the connection stand. */
let stands: () => void = () => {};
vi.mock('./socket-connection.ts', () => ({
  openConnection: () => ({
    onAny: (handler: typeof comes) => {
      comes = handler;
    },
    on: (name: string, handler: () => void) => {
      if (name === 'connect') stands = handler;
    },
    emit: () => {},
    disconnect: () => {},
  }),
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

it('tells what came before the frame listened, in its order, once it does', async () => {
  connectSocket(1, () => {});
  await vi.advanceTimersByTimeAsync(0);
  stands();
  comes('feed:deleted', { id: 1 });
  const told: number[] = [];
  const stop = onSocketEvent('feed:deleted', ({ id }) => told.push(id));
  comes('feed:deleted', { id: 2 });
  expect(told).toEqual([]);
  const leave = hearEvents();
  comes('feed:deleted', { id: 3 });
  expect(told).toEqual([1, 2, 3]);
  // Another player signs in, and the frame stays.
  connectSocket(2, () => {});
  await vi.advanceTimersByTimeAsync(0);
  comes('feed:deleted', { id: 4 });
  expect(told).toEqual([1, 2, 3, 4]);
  leave();
  comes('feed:deleted', { id: 5 });
  expect(told).toEqual([1, 2, 3, 4]);
  stop();
});

it('tells all of it, whoever fails at one', async () => {
  connectSocket(1, () => {});
  await vi.advanceTimersByTimeAsync(0);
  const told: number[] = [];
  const stop = onSocketEvent('feed:deleted', ({ id }) => {
    if (id === 1) throw new Error('away');
    told.push(id);
  });
  for (const id of [1, 2]) comes('feed:deleted', { id });
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  hearEvents()();
  vi.unstubAllGlobals();
  expect([told, reported.mock.calls.length]).toEqual([[2], 1]);
  stop();
});

it('keeps nothing for the next player, and holds nothing up for long', async () => {
  const told: number[] = [];
  const stop = onSocketEvent('feed:deleted', ({ id }) => told.push(id));
  connectSocket(1, () => {});
  await vi.advanceTimersByTimeAsync(0);
  stands();
  comes('feed:deleted', { id: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  disconnectSocket();
  connectSocket(2, () => {});
  await vi.advanceTimersByTimeAsync(0);
  stands();
  comes('feed:deleted', { id: 2 });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual([2]);
  hearEvents()();
  stop();
});
