import { once } from 'node:events';
import net from 'node:net';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect, it, vi } from 'vitest';
import { slowTestTimeout, WAIT_MS } from '../../../../scripts/testing/timeouts.ts';
import { upload } from '../../features/attachments/testing.ts';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';

/**
 * Time limit in ms for closing a connection. It is longer than 30 s, because the WebSocket library waits 30 s for a
 * client that does not respond to its close frame.
 */
const CLOSED_WITHIN_MS = 30_000 + WAIT_MS;

const app = useTestApp({ timeouts: { requestMs: 1_000, pingMs: 500 } });

/**
 * Send the data `first`, and then send `more` in small pieces until the server closes the connection. Return
 * the server's output.
 */
function trickle(first: string, more: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let trickling: NodeJS.Timeout | undefined;
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => {
      socket.write(first);
      trickling = setInterval(() => socket.write(more), 20);
    });
    const timer = setTimeout(
      () => socket.destroy(new Error('The connection was never closed')),
      CLOSED_WITHIN_MS,
    );
    socket.on('data', (data) => {
      output += data.toString('latin1');
    });
    // Writing usually fails once the server has closed the connection.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!error.code) reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      clearInterval(trickling);
      resolve(output);
    });
  });
}

const BODY =
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
const HANDSHAKE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
/** A client's response to a ping of the server, as a WebSocket frame. */
const PONG = Buffer.from([0x81, 0x81, 0, 0, 0, 0, '3'.charCodeAt(0)]);

it.concurrent.each([
  ['nothing', '', '', /^$|^HTTP\/1.1 400 /],
  ['one header after another', 'GET / HTTP/1.1\r\nHost: x\r\n', 'x-a: y\r\n', /^HTTP\/1.1 400 /],
  ['its body byte by byte', BODY, ' ', /^HTTP\/1.1 4\d\d /],
  ['an endless handshake', HANDSHAKE, 'x-a: y\r\n', /^HTTP\/1.1 400 /],
  ['nothing after opening a socket', `${HANDSHAKE}\r\n`, '', /^HTTP\/1.1 101 /],
  ['pongs but no authentication', `${HANDSHAKE}\r\n`, PONG, /^HTTP\/1.1 101 /],
])(
  'disconnects a client that sends %s',
  async (_, first, more, output) => {
    expect(await trickle(first, more)).toMatch(output);
    expect((await app.browser().fetch('/readyz')).status).toBe(200);
  },
  slowTestTimeout(60_000),
);

it('limits concurrent uploads, and drops slow uploads when no slot is free', async () => {
  const tolerantSite = await createTestApp({ env: { TRUST_PROXY: '1' } });
  const held: net.Socket[] = [];
  const startSlowUpload = (player: TestPlayer, from: string) => {
    const socket = net.connect(Number(new URL(tolerantSite.url).port), '127.0.0.1').on('error', () => {});
    held.push(socket);
    // The server can reject this upload while another upload is being processed. Try again in this case.
    socket.once('data', () => held.includes(socket) && startSlowUpload(player, from));
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const headers = [
      'Host: x',
      `Origin: ${tolerantSite.url}`,
      `Cookie: ${player.cookieHeader}`,
      `X-CSRF-Token: ${player.csrf}`,
      `X-Forwarded-For: ${from}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ];
    socket.write(`POST /api/dm-attachments HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${form}`);
  };
  const image = await createPng();
  const statusFor = async (player: TestPlayer) => (await upload(player, image)).status;
  const { concurrent, concurrentUnderLoad, concurrentPerNode, reservedForSettled } = LIMITS.upload;
  try {
    const many = await tolerantSite.player();
    for (let n = 0; n < concurrent; n++) startSlowUpload(many, '192.0.2.1');
    await expect.poll(() => statusFor(many)).toBe(429);
    for (let left = concurrentPerNode / 2 - concurrent; left > 0; left -= concurrentUnderLoad) {
      const few = await tolerantSite.player();
      for (let n = 0; n < concurrentUnderLoad; n++) startSlowUpload(few, '192.0.2.2');
      if (left <= concurrentUnderLoad) await expect.poll(() => statusFor(few)).toBe(429);
    }
    for (const socket of held.splice(0)) socket.destroy();
    for (let n = 0; n < concurrentPerNode - reservedForSettled; n++)
      startSlowUpload(await tolerantSite.player(), `203.0.${n}.1`);
    const honest = await tolerantSite.player();
    await expect.poll(() => statusFor(honest)).toBe(503);
    const begun = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => begun + 20_000);
    expect(await statusFor(honest)).toBe(201);
  } finally {
    vi.restoreAllMocks();
    for (const socket of held.splice(0)) socket.destroy();
    await tolerantSite.close();
  }
});

/** Return text as a WebSocket frame that a browser would send. */
function frame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | length, 0, 0, 0, 0]), Buffer.from(text)]);
}

it('disconnects a client that sends events but reads no responses', async () => {
  const player = await app.player();
  await query(
    app.site.db,
    sql`insert into chat_messages (type, user_id, text, has_links, created_at)
        select 'user', ${player.id}, repeat('火', 500), false, ${app.clock.now()} from generate_series(1, 200)`,
  );
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const opened = once(socket, 'data');
  socket.write(`${HANDSHAKE}Origin: ${app.url}\r\nCookie: ${player.cookieHeader}\r\n\r\n`);
  await opened;
  const joined = once(socket, 'data');
  socket.write(frame('40'));
  await joined;
  expect(app.site.realtime.localSocketCount()).toBe(1);
  socket.pause();
  const asking = setInterval(
    () => socket.write(Buffer.concat([PONG, frame('42["chat:getHistory",{}]')])),
    20,
  );
  try {
    await expect.poll(() => app.site.realtime.localSocketCount()).toBe(0);
  } finally {
    clearInterval(asking);
    socket.destroy();
  }
});
