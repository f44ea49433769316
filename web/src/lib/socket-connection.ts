import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { io, type Socket } from 'socket.io-client';

export type Connection = Socket<ServerToClient, ClientToServer>;

/**
 * Open the socket by WebSocket or, if that fails, by polling. After a disconnection, the client tries to reconnect
 * indefinitely, and waits 500 ms to 3 s before each attempt.
 */
export function openConnection(): Connection {
  return io({
    withCredentials: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: LIMITS.socket.reconnectMinMs,
    reconnectionDelayMax: LIMITS.socket.reconnectMaxMs,
    timeout: LIMITS.socket.timeoutMs,
    forceNew: true,
  });
}
