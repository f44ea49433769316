import { createWriteStream } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** What may be reached beside public addresses at the usual ports, and without TLS at such ports: nothing, but in tests. */
export type Reach = {
  lookup?: LookupFunction;
  addresses?: readonly string[];
  ports?: readonly number[];
};

const ALL_OF_IT_MS = 10_000;
const REDIRECTS = 3;
const REDIRECTED = new Set([301, 302, 303, 307, 308]);
const ADDRESS_MAX = 2_000;
const ASKING = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Rivalhold image proxy' };
/** How the agent says that an address is not public. */
const REFUSED = /^DNS lookup .* is not allowed/;

/** Why something could not be fetched; nothing of it is for players. */
export class OutsideError extends Error {}

/**
 * Fetches what another site serves to `path`, and nothing that is not public: addresses are judged as the connection is
 * made, after the name was resolved, and again for each redirect (at most 3). Names nobody who asks for it.
 * @param most bytes; a longer answer is cut off
 * @throws OutsideError for an address that may not be reached, any answer but 200, one that is too long or takes longer
 * than 10 s; the system's error where there is no connection.
 */
export async function download(
  address: string,
  { path, most, reach = {} }: { path: string; most: number; reach?: Reach },
): Promise<void> {
  const signal = AbortSignal.timeout(ALL_OF_IT_MS);
  let url = reachable(address, reach);
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    const answer = await ask(url, { reach, signal, headers: ASKING });
    const { statusCode = 0, headers } = answer;
    if (REDIRECTED.has(statusCode) && headers.location) {
      answer.destroy();
      url = reachable(URL.parse(headers.location, url)?.href ?? '', reach);
      continue;
    }
    if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > most) {
      answer.destroy();
      throw new OutsideError(`answered ${statusCode}`);
    }
    return pipeline(answer, atMost(most), createWriteStream(path, { mode: 0o600 }), { signal });
  }
  throw new OutsideError('redirected too often');
}

/**
 * Where something may be sent: an address as `download` takes it, and encrypted.
 * @throws OutsideError for any other.
 */
export function secureAddress(address: string, reach: Reach): URL {
  const url = reachable(address, reach);
  if (url.protocol !== 'https:' && !reach.ports?.includes(Number(url.port)))
    throw new OutsideError('is not encrypted');
  return url;
}

/**
 * Sends something to another site, by the same rules; follows no redirect, and reads nothing of the answer.
 * @returns the status of the answer
 * @throws OutsideError for an address that may not be reached; the system's error where there is no connection, or no
 * answer within 10 s.
 */
export async function post(
  address: string,
  { headers, body, reach = {} }: { headers: OutgoingHttpHeaders; body: Buffer; reach?: Reach },
): Promise<number> {
  const signal = AbortSignal.timeout(ALL_OF_IT_MS);
  const url = secureAddress(address, reach);
  const answer = await ask(url, { reach, signal, method: 'POST', headers, body });
  answer.destroy();
  return answer.statusCode ?? 0;
}

function reachable(address: string, { ports = [] }: Reach): URL {
  const url = address.length <= ADDRESS_MAX ? URL.parse(address) : null;
  const isUsual = url?.port === '' || ports.includes(Number(url?.port));
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !isUsual)
    throw new OutsideError('is not to be reached');
  return url;
}

type Asked = {
  reach: Reach;
  signal: AbortSignal;
  method?: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: Buffer;
};

function ask(url: URL, { reach, signal, method = 'GET', headers, body }: Asked): Promise<IncomingMessage> {
  const { lookup, addresses = [] } = reach;
  const [{ request }, Agent] =
    url.protocol === 'https:' ? [https, RequestFilteringHttpsAgent] : [http, RequestFilteringHttpAgent];
  // A new connection for each: one that is kept would be a name that was resolved before.
  const agent = new Agent({ keepAlive: false, allowIPAddressList: [...addresses] });
  return new Promise((resolve, reject) => {
    request(url, { agent, signal, method, headers, ...(lookup && { lookup }) })
      .on('response', resolve)
      .on('error', (error) =>
        reject(REFUSED.test(error.message) ? new OutsideError(error.message, { cause: error }) : error),
      )
      .end(body);
  });
}

function atMost(most: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > most ? new OutsideError('is too long') : null, chunk);
    },
  });
}
