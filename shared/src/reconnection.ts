import { LIMITS } from './limits.ts';

const { reconnectMinMs: min, reconnectMaxMs: max } = LIMITS.socket;

/**
 * Options of the Socket.IO client. After a disconnection, it tries to reconnect indefinitely. The wait before the first
 * attempt is random, so that the clients of a lost node do not all reconnect at the same time. Later waits are longer,
 * up to the maximum.
 */
export const RECONNECTION = {
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  reconnectionDelay: (min + max) / 2,
  reconnectionDelayMax: max,
  /** The largest random deviation, relative to the delay. */
  randomizationFactor: (max - min) / (max + min),
};

/** Return a random wait in ms before a reconnection that Socket.IO does not start itself. */
export const reconnectDelayMs = (): number => min + Math.random() * (max - min);
