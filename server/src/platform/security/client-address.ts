import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/**
 * Return the address that rate limits count by: a whole IPv4 address, or the /64 of an IPv6 address, since a
 * subscriber usually has all of it.
 */
export function rateLimitAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

/**
 * Return the network that a single subscriber may control: the /24 of an IPv4 address, the /48 of an IPv6
 * address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString().replace(/\d+$/, '0/24')
    : rateLimitAddress(address).replace(/:[\da-f]+::\/64$/, '::/48');
}

/** Report whether the proxy at an address, `step` hops from the server, is trusted. */
type ProxyTrust = (address: string, step: number) => boolean;

/**
 * Parse `TRUST_PROXY`: a number of proxies, or addresses, networks and names of trusted ones.
 * @throws Error if it is invalid.
 */
export function proxyTrust(trusted: number | string | false): ProxyTrust {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_, step) => step < trusted;
  return proxyAddr.compile(trusted.split(',').map((part) => part.trim()));
}

/** Return a client's address the way Fastify does, for a request that does not pass through Fastify. */
export const clientAddress = (request: IncomingMessage, trust: ProxyTrust): string =>
  // A closed connection has no address.
  proxyAddr(request, trust) ?? '';
