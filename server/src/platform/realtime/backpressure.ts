import type { Server } from 'socket.io';

/**
 * Maximum data buffered for a browser that does not read it: several times the longest response, the lobby
 * history. A client that sends requests within its limits and reads nothing would otherwise fill the node's
 * memory.
 */
const MAX_BUFFERED_BYTES = 2 * 2 ** 20;
const CHECK_INTERVAL_MS = 1_000;

/** The inspected parts of a Socket.IO connection. */
type Connection = {
  writeBuffer: { data?: string | Buffer }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  close(): void;
};

type SocketEngine = { clients: Record<string, Connection> };

const bufferedBytes = ({ writeBuffer, transport }: Connection): number =>
  writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), transport.socket?.bufferedAmount ?? 0);

/**
 * Close connections that buffer too much, and report each to `onClosed`. Return a function that stops the
 * check.
 */
export function closeSlowConnections(io: Server, onClosed: (bytes: number) => void): () => void {
  const look = () => {
    const connections = Object.values((io.engine as unknown as SocketEngine | undefined)?.clients ?? {});
    for (const connection of connections) {
      const bytes = bufferedBytes(connection);
      if (bytes <= MAX_BUFFERED_BYTES) continue;
      // Nothing more is buffered from here on; pending data is discarded with the connection. Polling connections soon
      // time out.
      connection.close();
      connection.transport.socket?.terminate();
      onClosed(bytes);
    }
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
