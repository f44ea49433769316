import type { IncomingMessage } from 'node:http';
import { type Config, isLoopbackHost } from '../config.ts';

/**
 * Whether a request's `Origin` (when the browser sends one) is the site itself: `PUBLIC_URL`, or without one a
 * loopback name at the port the request arrived at. The Host header decides nothing.
 */
export function createOriginCheck(config: Pick<Config, 'publicUrl'>): (request: IncomingMessage) => boolean {
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return true;
    if (config.publicUrl) return origin === config.publicUrl.origin;
    const url = URL.parse(origin);
    return (
      url !== null &&
      url.protocol === 'http:' &&
      isLoopbackHost(url.hostname) &&
      Number(url.port || 80) === request.socket.localPort
    );
  };
}
