import http from 'node:http';
import net from 'node:net';
import { WAIT_MS } from '../../../../scripts/testing/timeouts.ts';
import type { TestBrowser } from '../../testing/app.ts';

/** A request as it is to stand on the wire: nothing of it is put right on the way. */
export type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
};
export type RawResponse = { status: number; headers: http.IncomingHttpHeaders; text: string };

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a request as the browser, whose cookies it brings up to date. Null when the server hung up instead. */
export async function sendAs(browser: TestBrowser, sent: RawRequest): Promise<RawResponse | null> {
  const { hostname, port } = new URL(browser.url);
  const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) };
  const headers = { cookie: browser.cookieHeader, ...length, ...sent.headers };
  const options = { agent, hostname, port, method: sent.method, path: sent.path, headers };
  return new Promise((resolve, reject) => {
    let heard = false;
    const request = http.request(options, (response) => {
      heard = true;
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
      if (heard) return;
      // A connection that was kept open may have been closed just now.
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

/** How long nothing more may come behind the last answer that is waited for. */
const QUIET_PERIOD_MS = 300;

/**
 * Writes bytes to the server, piece by piece, and answers all that it says until it hangs up, or has given so many
 * answers and is silent.
 * @throws Error when it does neither.
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
      () => reject(new Error(`The server neither answers nor hangs up: ${text.slice(0, 200)}`)),
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

/** The statuses of the answers in what a server said. */
export const statusesIn = (said: string): number[] =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
