import type { IncomingMessage } from 'node:http';
import { type Config, isLoopbackHost } from '../config.ts';

/**
 * Return a function that reports whether a request has the `Origin` header of this site, or no `Origin` header. The
 * site's origin is `PUBLIC_URL`. If `PUBLIC_URL` is not set, any loopback host is accepted with the port on which the
 * server received the request. The Host header is ignored, because DNS rebinding lets other sites choose it.
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
