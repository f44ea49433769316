import { createWriteStream } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** What may be reached beside public addresses at the usual ports, and without TLS at such ports: nothing, but in tests. */
export type OutboundPolicy = {
  lookup?: LookupFunction;
  addresses?: readonly string[];
  ports?: readonly number[];
};

const TOTAL_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const ADDRESS_MAX = 2_000;
const REQUEST_HEADERS = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Rivalhold image proxy',
};
/** How the agent says that an address is not public. */
const NOT_PUBLIC_MESSAGE = /^DNS lookup .* is not allowed/;

/** Why something could not be fetched; nothing of it is for players. */
export class OutboundError extends Error {}

/**
 * Fetches what another site serves to `path`, and nothing that is not public: addresses are judged as the connection is
 * made, after the name was resolved, and again for each redirect (at most 3). Names nobody who asks for it.
 * @param maxBytes bytes; a longer answer is cut off
 * @throws OutsideError for an address that may not be reached, any answer but 200, one that is too long or takes longer
 * than 10 s; the system's error where there is no connection.
 */
export async function download(
  address: string,
  { path, maxBytes, policy = {} }: { path: string; maxBytes: number; policy?: OutboundPolicy },
): Promise<void> {
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  let url = toAllowedUrl(address, policy);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = await sendRequest(url, { policy, signal, headers: REQUEST_HEADERS });
    const { statusCode = 0, headers } = answer;
    if (REDIRECT_STATUSES.has(statusCode) && headers.location) {
      answer.destroy();
      url = toAllowedUrl(URL.parse(headers.location, url)?.href ?? '', policy);
      continue;
    }
    if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > maxBytes) {
      answer.destroy();
      throw new OutboundError(`responded with status ${statusCode}`);
    }
    return pipeline(answer, limitBytes(maxBytes), createWriteStream(path, { mode: 0o600 }), { signal });
  }
  throw new OutboundError('too many redirects');
}

/**
 * Where something may be sent: an address as `download` takes it, and encrypted.
 * @throws OutsideError for any other.
 */
export function toSecureUrl(address: string, policy: OutboundPolicy): URL {
  const url = toAllowedUrl(address, policy);
  if (url.protocol !== 'https:' && !policy.ports?.includes(Number(url.port)))
    throw new OutboundError('is not encrypted');
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
  { headers, body, policy = {} }: { headers: OutgoingHttpHeaders; body: Buffer; policy?: OutboundPolicy },
): Promise<number> {
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  const url = toSecureUrl(address, policy);
  const answer = await sendRequest(url, { policy, signal, method: 'POST', headers, body });
  answer.destroy();
  return answer.statusCode ?? 0;
}

function toAllowedUrl(address: string, { ports = [] }: OutboundPolicy): URL {
  const url = address.length <= ADDRESS_MAX ? URL.parse(address) : null;
  const isUsual = url?.port === '' || ports.includes(Number(url?.port));
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !isUsual)
    throw new OutboundError('is not a public address');
  return url;
}

type OutboundRequest = {
  policy: OutboundPolicy;
  signal: AbortSignal;
  method?: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: Buffer;
};

function sendRequest(
  url: URL,
  { policy, signal, method = 'GET', headers, body }: OutboundRequest,
): Promise<IncomingMessage> {
  const { lookup, addresses = [] } = policy;
  const [{ request }, Agent] =
    url.protocol === 'https:' ? [https, RequestFilteringHttpsAgent] : [http, RequestFilteringHttpAgent];
  // A new connection for each: one that is kept would be a name that was resolved before.
  const agent = new Agent({ keepAlive: false, allowIPAddressList: [...addresses] });
  return new Promise((resolve, reject) => {
    request(url, { agent, signal, method, headers, ...(lookup && { lookup }) })
      .on('response', resolve)
      .on('error', (error) =>
        reject(
          NOT_PUBLIC_MESSAGE.test(error.message) ? new OutboundError(error.message, { cause: error }) : error,
        ),
      )
      .end(body);
  });
}

function limitBytes(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > maxBytes ? new OutboundError('is too long') : null, chunk);
    },
  });
}
