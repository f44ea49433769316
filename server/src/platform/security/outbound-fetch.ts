import { lookup as systemLookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/**
 * Exceptions for tests: another lookup function, a longer time limit, and additional allowed addresses and ports.
 * Requests to these ports need no TLS. In production, there are no exceptions.
 */
export type OutboundPolicy = {
  lookup?: LookupFunction;
  addresses?: readonly string[];
  ports?: readonly number[];
  timeoutMs?: number;
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
/**
 * IPv6 networks whose addresses contain an IPv4 address. A translator or tunnel could forward a connection to this IPv4
 * address, which might be an address of this machine or its network.
 */
const EMBEDDING_NETWORKS = [
  ['::', 96], // IPv4-compatible
  ['::ffff:0:0', 96], // IPv4-mapped
  ['::ffff:0:0:0', 96], // IPv4-translated
  ['64:ff9b::', 96], // NAT64
  ['64:ff9b:1::', 48], // NAT64 of a local network
  ['2001::', 32], // Teredo
  ['2002::', 16], // 6to4
].map(([network, bits]) => [ipaddr.IPv6.parse(String(network)), Number(bits)] as [ipaddr.IPv6, number]);
/**
 * In an ISATAP address, the two groups before the IPv4 address are one of these pairs. ISATAP addresses exist in any
 * network, so only these groups identify them.
 */
const ISATAP_GROUPS = ['0:5efe', '200:5efe'];
/** Pattern of the agent's error message for an address that is not public. */
const NOT_PUBLIC_MESSAGE = /^DNS lookup .* is not allowed/;

/** Error for a request that was not allowed or a response that was not accepted. Players must not see its message. */
export class OutboundError extends Error {}

/**
 * Download a file from another site to `path`. Only public addresses are allowed. For the initial request and for each
 * redirect (at most 3), the address is checked after the name is resolved. The request does not identify the player.
 * @param maxBytes maximum size of the response; a larger download is aborted
 * @param countRequest called with the host's IP address before each connection. If it throws, the download is aborted.
 * @throws OutboundError if the address is not allowed, there are too many redirects, the status is not 200 or the
 *   response is too long
 * @throws any other error if the connection fails, or if the download takes longer than 10 s
 */
export async function download(
  address: string,
  {
    path,
    maxBytes,
    policy = {},
    countRequest,
  }: { path: string; maxBytes: number; policy?: OutboundPolicy; countRequest?: CountRequest },
): Promise<void> {
  const signal = AbortSignal.timeout(policy.timeoutMs ?? TOTAL_TIMEOUT_MS);
  let url = toAllowedUrl(address, policy);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = await sendRequest(url, { policy, signal, headers: REQUEST_HEADERS, countRequest });
    const { statusCode = 0, headers } = answer;
    if (REDIRECT_STATUSES.has(statusCode) && headers.location) {
      answer.destroy();
      url = toAllowedUrl(URL.parse(headers.location, url)?.href ?? '', policy);
      continue;
    }
    if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > maxBytes) {
      answer.destroy();
      throw new OutboundError(statusCode === 200 ? 'is too large' : `responded with status ${statusCode}`);
    }
    return pipeline(answer, limitBytes(maxBytes), createWriteStream(path, { mode: 0o600 }), { signal });
  }
  throw new OutboundError('too many redirects');
}

/**
 * Parse a URL for `post`. It must be a URL that `download` allows, and its protocol must be https.
 * @throws OutboundError if the URL is not allowed.
 */
export function toSecureUrl(address: string, policy: OutboundPolicy): URL {
  const url = toAllowedUrl(address, policy);
  if (url.protocol !== 'https:' && !policy.ports?.includes(Number(url.port)))
    throw new OutboundError('is not encrypted');
  return url;
}

/**
 * Send a POST request to another site. The URL must use HTTPS, and its address is checked as in `download`. Redirects
 * are not followed, and the response body is not read.
 * @returns the status of the response
 * @throws OutboundError if the address is not allowed
 * @throws any other error if the connection fails, or if there is no response within 10 s
 */
export async function post(
  address: string,
  { headers, body, policy = {} }: { headers: OutgoingHttpHeaders; body: Buffer; policy?: OutboundPolicy },
): Promise<number> {
  const signal = AbortSignal.timeout(policy.timeoutMs ?? TOTAL_TIMEOUT_MS);
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

/** Counts a request to an IP address. */
type CountRequest = (address: string) => Promise<void>;
type OutboundRequest = {
  policy: OutboundPolicy;
  signal: AbortSignal;
  method?: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  countRequest?: CountRequest | undefined;
};

async function sendRequest(
  url: URL,
  { policy, signal, method = 'GET', headers, body, countRequest }: OutboundRequest,
): Promise<IncomingMessage> {
  const { addresses = [] } = policy;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Check the address here if the host is an IP address, because the lookup function below is then not called.
  if (isIP(host)) await assertMayConnect(host, countRequest);
  const lookup = checkedLookup(policy.lookup ?? systemLookup, { allowed: addresses, countRequest });
  const [{ request }, Agent] =
    url.protocol === 'https:' ? [https, RequestFilteringHttpsAgent] : [http, RequestFilteringHttpAgent];
  // Open a new connection for each request, because a reused connection would rely on an earlier name lookup.
  const agent = new Agent({ keepAlive: false, allowIPAddressList: [...addresses] });
  return new Promise((resolve, reject) => {
    request(url, { agent, signal, method, headers, lookup })
      .on('response', resolve)
      .on('error', (error) =>
        reject(
          NOT_PUBLIC_MESSAGE.test(error.message) ? new OutboundError(error.message, { cause: error }) : error,
        ),
      )
      .end(body);
  });
}

/**
 * Count a request to an address. Throw OutboundError if the address is an IPv6 address that contains an IPv4 address,
 * because the agent itself does not check for such addresses.
 */
async function assertMayConnect(address: string, countRequest: CountRequest | undefined): Promise<void> {
  if (embedsIpv4(address)) throw new OutboundError(`${address} is not allowed: it contains an IPv4 address`);
  await countRequest?.(address);
}

/**
 * Return a lookup function that checks the addresses of a name. If one of them is not public, the function selects it,
 * so that the connection is rejected. Otherwise, it selects the first address. Without `countRequest`, it returns all
 * addresses. With `countRequest`, it counts the selected address and returns no other address, because the connection
 * could try every returned address.
 */
function checkedLookup(
  lookup: LookupFunction,
  { allowed, countRequest }: { allowed: readonly string[]; countRequest: CountRequest | undefined },
): LookupFunction {
  const isRejected = (address: string) =>
    embedsIpv4(address) ||
    !(allowed.includes(address) || (ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'));
  return (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      if (error) return done(error, found, family);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? 0 }];
      const used = addresses.find(({ address }) => isRejected(address)) ?? addresses[0];
      assertMayConnect(used?.address ?? '', countRequest).then(
        () => done(null, Array.isArray(found) && countRequest && used ? [used] : found, family),
        (refusal) => done(refusal, found, family),
      );
    });
}

function limitBytes(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > maxBytes ? new OutboundError('is too large') : null, chunk);
    },
  });
}

/** Report whether an address is an IPv6 address that contains an IPv4 address. */
export function embedsIpv4(address: string): boolean {
  const unscoped = address.split('%', 1)[0] ?? '';
  if (!ipaddr.IPv6.isValid(unscoped)) return false;
  const parsed = ipaddr.IPv6.parse(unscoped);
  const identifier = parsed.parts
    .slice(4, 6)
    .map((part) => part.toString(16))
    .join(':');
  return EMBEDDING_NETWORKS.some((network) => parsed.match(network)) || ISATAP_GROUPS.includes(identifier);
}
