import type { Server } from 'socket.io';

/**
 * What a connection may hold for a browser that does not take it: several times the longest answer by a socket, which is
 * the lobby's history. Who asks on and reads nothing would fill the memory of the node, few as the questions are that they
 * are let have.
 */
const MAX_BUFFERED_BYTES = 2 * 2 ** 20;
const CHECK_INTERVAL_MS = 1_000;

/** What is looked at of a connection of Socket.IO's engine. */
type Connection = {
  writeBuffer: { data?: string | Buffer }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  close(): void;
};

type SocketEngine = { clients: Record<string, Connection> };

const bufferedBytes = ({ writeBuffer, transport }: Connection): number =>
  writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), transport.socket?.bufferedAmount ?? 0);

/** From now on connections are ended that hold too much; answers how to stop. `onClosed` is told of each. */
export function closeSlowConnections(io: Server, onClosed: (bytes: number) => void): () => void {
  const look = () => {
    const connections = Object.values((io.engine as unknown as SocketEngine | undefined)?.clients ?? {});
    for (const connection of connections) {
      const bytes = bufferedBytes(connection);
      if (bytes <= MAX_BUFFERED_BYTES) continue;
      // Nothing is added from here on; what waits goes with the connection, which by polling is soon given up.
      connection.close();
      connection.transport.socket?.terminate();
      onClosed(bytes);
    }
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
