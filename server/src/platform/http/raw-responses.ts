import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';

/** Headers that are more than a server reads. */
const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';

type ResponseHeaders = Record<string, string>;

/** Answers what is no HTTP, or not to the end, as everything is answered, with these headers; and hangs up. */
export const respondToMalformedRequest =
  (headers: ResponseHeaders) =>
  ({ code }: Error & { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    respondAndClose(socket, headers, new AppError(code === HEADER_OVERFLOW ? 'tooLarge' : 'invalid'));
  };

/**
 * Answers who asks for another protocol anywhere but at `path`. Without an answer a proxy would take the node for
 * broken, and ask the next.
 */
export const respondToUpgrade =
  (headers: ResponseHeaders, path: string) =>
  ({ url }: IncomingMessage, socket: Duplex): void => {
    // Node hands it over with nobody listening: one that is reset before its handshake is answered would end the process.
    socket.on('error', () => {});
    if (!url?.startsWith(path)) respondAndClose(socket, headers, new AppError('notFound'));
  };

/** Answers who wants to open a socket, by long polling or by another protocol, that it cannot be had, and hangs up. */
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
