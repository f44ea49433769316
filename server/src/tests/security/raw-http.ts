import http from 'node:http';
import net from 'node:net';
import { WAIT_MS } from '../../../../scripts/testing/timeouts.ts';
import type { TestBrowser } from '../../testing/app.ts';

/** A request whose path, headers and body are sent unchanged, even if they are invalid. */
export type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
};
export type RawResponse = { status: number; headers: http.IncomingHttpHeaders; text: string };

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Send a request with a browser's cookies, and store the cookies of the response. Return null if the server closed the
 * connection without a response.
 */
export async function sendAs(browser: TestBrowser, sent: RawRequest): Promise<RawResponse | null> {
  const { hostname, port } = new URL(browser.url);
  const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) };
  const headers = { cookie: browser.cookieHeader, ...length, ...sent.headers };
  const options = { agent, hostname, port, method: sent.method, path: sent.path, headers };
  return new Promise((resolve, reject) => {
    let answer = false;
    const request = http.request(options, (response) => {
      answer = true;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        browser.storeCookies(response.headers['set-cookie'] ?? []);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        });
      });
    });
    request.on('error', (error) => {
      if (answer) return;
      // Try again, because the server might have just closed a reused connection.
      if (request.reusedSocket) sendAs(browser, sent).then(resolve, reject);
      else if (
        /ECONNRESET|EPIPE|socket hang up/.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`)
      )
        resolve(null);
      else reject(error);
    });
    request.end(sent.body);
  });
}

/** Time in ms for which the connection must stay silent after the last expected response. */
const QUIET_PERIOD_MS = 300;

/**
 * Send bytes to the server in pieces, and return its output. Wait until the server closes the connection, or until it
 * has sent `answers` responses and then stays silent.
 * @throws Error if neither happens in time
 */
export async function writeBytes(
  url: string,
  pieces: readonly (string | Buffer)[],
  { answers = 1 }: { answers?: number } = {},
): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(Number(port), '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    const timer = setTimeout(
      () =>
        reject(new Error(`The server neither responded nor closed the connection: ${text.slice(0, 200)}`)),
      WAIT_MS,
    );
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(QUIET_PERIOD_MS, () => statusesIn(text).length >= answers && end());
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('close', end).on('error', end);
  });
}

/** Return the statuses of the responses in a server's output. */
export const statusesIn = (output: string): number[] =>
  [...output.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
