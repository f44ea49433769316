import { SOCKET_LIMITS } from './socket-limits.ts';

const { reconnectMinMs: min, reconnectMaxMs: max } = SOCKET_LIMITS;

/** The part of a Socket.IO client that determines when it reconnects. */
type Reconnecting = {
  io: {
    reconnectionDelay(ms: number): unknown;
    reconnectionDelayMax(ms: number): unknown;
    randomizationFactor(factor: number): unknown;
    on(event: 'reconnect_attempt', listener: () => void): unknown;
  };
};

/** Return a random delay in ms before a reconnection. */
export const reconnectDelayMs = (): number => min + Math.random() * (max - min);

/**
 * Make a Socket.IO client wait for a random time before each attempt to reconnect. Otherwise, all clients of
 * a lost node would reconnect at the same time. By default, Socket.IO doubles the delay up to a maximum, so
 * that eventually all clients wait equally long. This function makes each delay equal to the maximum, and
 * sets a random maximum for each attempt.
 */
export function randomizeReconnection({ io }: Reconnecting): void {
  const setWait = () => io.reconnectionDelayMax(reconnectDelayMs());
  io.reconnectionDelay(max);
  io.randomizationFactor(0);
  io.on('reconnect_attempt', setWait);
  setWait();
}
