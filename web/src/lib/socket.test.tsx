import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { connectSocket, disconnectSocket, socketState, whenConnected } from './socket.ts';

type Handlers = Record<string, (reason?: string) => void>;
/** All sockets that were opened. A socket has no handlers if `disconnectSocket` was called during its opening. */
const opened: { handlers: Handlers; connect: () => void }[] = [];
vi.mock('./socket-connection.ts', () => ({
  openConnection: () => {
    const handlers: Handlers = {};
    const on = (name: string, handler: () => void) => (handlers[name] = handler);
    const socket = { handlers, on, onAny: () => {}, emit: () => {}, disconnect: () => {}, connect: vi.fn() };
    opened.push(socket);
    return socket;
  },
}));

const activeSockets = () => opened.filter(({ handlers }) => handlers.disconnect);

beforeEach(() => {
  opened.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  disconnectSocket();
  vi.useRealTimers();
});

/** Return how long (ms) a load that starts now waits for the connection. */
async function waitTime(): Promise<number> {
  const from = Date.now();
  let at: number | null = null;
  void whenConnected().then(() => (at = Date.now()));
  for (let ticks = 0; ticks < 30 && at === null; ticks++) await vi.advanceTimersByTimeAsync(100);
  return (at ?? Number.POSITIVE_INFINITY) - from;
}

it('waits only once per sign-in for a connection that does not open', async () => {
  connectSocket(1, () => {});
  expect(await waitTime()).toBe(1_000);
  expect(await waitTime()).toBeLessThanOrEqual(100);
  disconnectSocket();
  connectSocket(2, () => {});
  expect(await waitTime()).toBe(1_000);
});

it('stops waiting for the connection when the player logs out', async () => {
  connectSocket(1, () => {});
  const connected = whenConnected();
  disconnectSocket();
  await connected;
  connectSocket(2, () => {});
  expect(await waitTime()).toBe(1_000);
});

it.each([
  [0, 500],
  [0.5, 1_750],
  [1, 3_000],
])('reconnects after a random delay if the server has closed the socket (%f)', async (random, expected) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  connectSocket(1, () => {});
  await waitFor(() => expect(activeSockets()).toHaveLength(1));
  const [socket] = activeSockets();
  socket?.handlers.disconnect?.('io server disconnect');
  await vi.advanceTimersByTimeAsync(expected - 1);
  expect(socket?.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(socket?.connect).toHaveBeenCalledOnce();
  vi.mocked(Math.random).mockRestore();
});

it('does not restore a connection that another connection has replaced', async () => {
  connectSocket(1, () => {});
  await waitFor(() => expect(activeSockets()).toHaveLength(1));
  activeSockets()[0]?.handlers.disconnect?.('io server disconnect');
  disconnectSocket();
  connectSocket(1, () => {});
  await waitFor(() => expect(activeSockets()).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(60_000);
  const [left, here] = activeSockets();
  expect(left?.connect).not.toHaveBeenCalled();
  here?.handlers.connect?.();
  left?.handlers.disconnect?.('transport close');
  expect(socketState()).toBe('open');
  here?.handlers.disconnect?.('io server disconnect');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here?.connect).toHaveBeenCalledOnce();
});
