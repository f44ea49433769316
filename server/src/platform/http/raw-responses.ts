import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';

/** Node's error code for headers that exceed its size limit. */
const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';

type ResponseHeaders = Record<string, string>;

/**
 * Return a handler that responds to malformed or incomplete HTTP with an error, and closes the connection.
 */
export const respondToMalformedRequest =
  (headers: ResponseHeaders) =>
  ({ code }: Error & { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    respondAndClose(socket, headers, new AppError(code === HEADER_OVERFLOW ? 'tooLarge' : 'invalid'));
  };

/**
 * Return a handler that rejects upgrade requests with 404 if their path does not begin with `path`. If there were no
 * response, a proxy would consider the node broken and try the next node.
 */
export const respondToUpgrade =
  (headers: ResponseHeaders, path: string) =>
  ({ url }: IncomingMessage, socket: Duplex): void => {
    // Node adds no error handler to the socket of an upgrade request. Without a handler, a connection reset would end
    // the process.
    socket.on('error', () => {});
    if (!url?.startsWith(path)) respondAndClose(socket, headers, new AppError('notFound'));
  };

/** Reject a Socket.IO handshake (polling or WebSocket) and close the connection. */
export function rejectHandshake(
  request: IncomingMessage & { res?: ServerResponse },
  headers: ResponseHeaders,
  error: AppError,
): void {
  if (!request.res) return void respondAndClose(request.socket, headers, error);
  const { body, about } = responseOf(error);
  request.res.writeHead(error.status, { ...headers, ...about }).end(body);
}

function responseOf(error: AppError): { body: string; about: Record<string, string | number> } {
  const body = JSON.stringify(error.toBody());
  const about = {
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': body.length,
    ...(error.retryAfter !== undefined && { 'retry-after': error.retryAfter }),
    connection: 'close',
  };
  return { body, about };
}

function respondAndClose(socket: Duplex, headers: ResponseHeaders, error: AppError): void {
  const { body, about } = responseOf(error);
  const lines = Object.entries({ ...headers, ...about }).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'),
    () => socket.destroy(),
  );
}
