import { io, type Socket } from 'socket.io-client';

const FRESH_CONNECTION = { transports: ['websocket'], forceNew: true, reconnection: false };

/** Opens a socket to the bare server as that player. */
export const openBareSocket = (url: string, userId: number): Promise<Socket> =>
  waitForConnect(io(url, { ...FRESH_CONNECTION, auth: { userId } }));

/** Opens a socket to the site with the token of a session. */
export const openSiteSocket = (
  url: string,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Socket> =>
  waitForConnect(
    io(url, { ...FRESH_CONNECTION, extraHeaders: { ...headers, cookie: `rivalhold-session=${token}` } }),
  );

/** Resolves when it is connected; rejects when it is refused. */
export function waitForConnect(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** The value that such a share of them is below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
