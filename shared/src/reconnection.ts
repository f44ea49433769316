import { LIMITS } from './limits.ts';

const { reconnectMinMs: min, reconnectMaxMs: max } = LIMITS.socket;

/** The part of a Socket.IO client that sets when it reconnects. */
type Reconnecting = {
  io: {
    reconnectionDelay(ms: number): unknown;
    reconnectionDelayMax(ms: number): unknown;
    randomizationFactor(factor: number): unknown;
    on(event: 'reconnect_attempt', listener: () => void): unknown;
  };
};

/** Return a random wait in ms before a reconnection. */
export const reconnectDelayMs = (): number => min + Math.random() * (max - min);

/**
 * Make a Socket.IO client wait for a random time before each attempt to reconnect, so that the clients of a lost node do
 * not reconnect at the same time. By itself, Socket.IO doubles the wait up to a maximum, and then all clients wait
 * equally long. Here, the wait is always the maximum, which changes with each attempt.
 */
export function randomizeReconnection({ io }: Reconnecting): void {
  const setWait = () => io.reconnectionDelayMax(reconnectDelayMs());
  io.reconnectionDelay(max);
  io.randomizationFactor(0);
  io.on('reconnect_attempt', setWait);
  setWait();
}
