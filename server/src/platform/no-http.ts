import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from './errors.ts';

/** Headers that are more than a server reads. */
const OVERFLOW = 'HPE_HEADER_OVERFLOW';

/** Answers what is no HTTP, or not to the end, as everything is answered, with these headers; and hangs up. */
export const answerNoHttp =
  (headers: Record<string, string>) =>
  ({ code }: Error & { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const error = new AppError(code === OVERFLOW ? 'tooLarge' : 'invalid');
    const body = JSON.stringify(error.body());
    const lines = Object.entries({
      ...headers,
      'x-request-id': randomUUID(),
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end(
      [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'),
      () => socket.destroy(),
    );
  };
