import type { Server } from 'socket.io';

/**
 * Maximum number of bytes that are buffered for a connection. This is several times the size of the longest
 * message, which is the lobby history. Without a limit, a client that sends events within its rate limits but
 * reads nothing could fill the node's memory.
 */
const MAX_BUFFERED_BYTES = 2 * 2 ** 20;
const CHECK_INTERVAL_MS = 1_000;

/** The parts of an Engine.IO connection that this module uses. */
type Connection = {
  writeBuffer: { data?: string | Buffer }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  close(): void;
};

type SocketEngine = { clients: Record<string, Connection> };

const bufferedBytes = ({ writeBuffer, transport }: Connection): number =>
  writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), transport.socket?.bufferedAmount ?? 0);

/**
 * Check at intervals how much each connection buffers. Close connections above the limit, and call `onClosed` with the
 * number of buffered bytes. Return a function that stops the checks.
 */
export function closeSlowConnections(io: Server, onClosed: (bytes: number) => void): () => void {
  const look = () => {
    const connections = Object.values((io.engine as unknown as SocketEngine | undefined)?.clients ?? {});
    for (const connection of connections) {
      const bytes = bufferedBytes(connection);
      if (bytes <= MAX_BUFFERED_BYTES) continue;
      // After `close`, nothing more is buffered. `terminate` also discards the pending data of a WebSocket. A polling
      // connection has no WebSocket, but soon times out.
      connection.close();
      connection.transport.socket?.terminate();
      onClosed(bytes);
    }
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
