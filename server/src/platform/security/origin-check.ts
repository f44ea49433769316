import type { IncomingMessage } from 'node:http';
import { type Config, isLoopbackHost } from '../config.ts';

/**
 * Return a check whether a request's `Origin` (if sent) is the site itself: `PUBLIC_URL`, or without it a
 * loopback name with the port of the request. The Host header is ignored.
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
