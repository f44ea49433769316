import net from 'node:net';
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../../../scripts/testing/patience.ts';
import { useTestApp } from '../testing.ts';

const app = useTestApp({ patience: { requestMs: 1_000, pingMs: 500 } });

/** Says something, and then a little more for ever; answers what is said back until the server hangs up. */
function trickle(first: string, more: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let trickling: NodeJS.Timeout | undefined;
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => {
      socket.write(first);
      trickling = setInterval(() => socket.write(more), 20);
    });
    const patience = setTimeout(() => socket.destroy(new Error('It is never closed')), PATIENCE_MS);
    socket.on('data', (data) => {
      said += data.toString('latin1');
    });
    // Who goes on talking to somebody who has hung up is told so by an error, mostly.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!error.code) reject(error);
    });
    socket.on('close', () => {
      clearTimeout(patience);
      clearInterval(trickling);
      resolve(said);
    });
  });
}

const BODY =
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
const HANDSHAKE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
/** What a socket says that is asked whether it is there, as a frame. */
const PONG = Buffer.from([0x81, 0x81, 0, 0, 0, 0, '3'.charCodeAt(0)]);

it.concurrent.each([
  ['nothing', '', '', /^$|^HTTP\/1.1 400 /],
  ['a header after the other', 'GET / HTTP/1.1\r\nHost: x\r\n', 'x-a: y\r\n', /^HTTP\/1.1 400 /],
  ['a byte of its body after the other', BODY, ' ', /^HTTP\/1.1 4\d\d /],
  ['a handshake that is never over', HANDSHAKE, 'x-a: y\r\n', /^HTTP\/1.1 400 /],
  ['nothing more once its socket is open', `${HANDSHAKE}\r\n`, '', /^HTTP\/1.1 101 /],
  ['never who it is, though it is there', `${HANDSHAKE}\r\n`, PONG, /^HTTP\/1.1 101 /],
])('who says %s is not waited for', async (_, first, more, said) => {
  expect(await trickle(first, more)).toMatch(said);
  expect((await app.browser().fetch('/readyz')).status).toBe(200);
});
