import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { connectSocket, disconnectSocket, socketState, whenConnected } from './socket.ts';

type Heard = Record<string, (reason?: string) => void>;
const opened: { heard: Heard; connect: () => void }[] = [];
vi.mock('./socket-connection.ts', () => ({
  openConnection: () => {
    const heard: Heard = {};
    const on = (name: string, handler: () => void) => (heard[name] = handler);
    const socket = { heard, on, onAny: () => {}, emit: () => {}, disconnect: () => {}, connect: vi.fn() };
    opened.push(socket);
    return socket;
  },
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
  void whenConnected().then(() => (at = Date.now()));
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
  const waiting = whenConnected();
  disconnectSocket();
  await waiting;
  connectSocket(2, () => {});
  expect(await waits()).toBe(1_000);
});

it('does not bring back the connection that one has left, also where the same player is in again', async () => {
  opened.length = 0;
  const standing = () => opened.filter(({ heard }) => heard.disconnect);
  connectSocket(1, () => {});
  await waitFor(() => expect(standing()).toHaveLength(1));
  standing()[0]?.heard.disconnect?.('io server disconnect');
  disconnectSocket();
  connectSocket(1, () => {});
  await waitFor(() => expect(standing()).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(60_000);
  const [left, here] = standing();
  expect(left?.connect).not.toHaveBeenCalled();
  here?.heard.connect?.();
  left?.heard.disconnect?.('transport close');
  expect(socketState()).toBe('open');
  here?.heard.disconnect?.('io server disconnect');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here?.connect).toHaveBeenCalledOnce();
});
