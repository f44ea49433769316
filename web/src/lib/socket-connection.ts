import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { randomizeReconnection } from '@rivalhold/shared/reconnection.ts';
import { SOCKET_LIMITS } from '@rivalhold/shared/socket-limits.ts';
import { io, type Socket } from 'socket.io-client';

export type Connection = Socket<ServerToClient, ClientToServer>;

/** Open the socket by WebSocket or, if that fails, by polling. */
export function openConnection(): Connection {
  const socket: Connection = io({
    withCredentials: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: SOCKET_LIMITS.timeoutMs,
    forceNew: true,
  });
  randomizeReconnection(socket);
  return socket;
}
