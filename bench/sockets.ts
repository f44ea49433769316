import { io, type Socket } from 'socket.io-client';

const FRESH = { transports: ['websocket'], forceNew: true, reconnection: false };

/** Opens a socket to the bare server as that player. */
export const toBare = (url: string, userId: number): Promise<Socket> =>
  opened(io(url, { ...FRESH, auth: { userId } }));

/** Opens a socket to the site with the token of a session. */
export const toSite = (
  url: string,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Socket> =>
  opened(io(url, { ...FRESH, extraHeaders: { ...headers, cookie: `rivalhold-session=${token}` } }));

/** Resolves when it is connected; rejects when it is refused. */
export function opened(socket: Socket): Promise<Socket> {
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
