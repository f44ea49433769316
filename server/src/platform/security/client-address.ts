import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/**
 * Return the key by which rate limits count a client. This is a full IPv4 address, or the /64 network of an
 * IPv6 address, because a subscriber usually controls a whole /64 network.
 */
export function rateLimitAddress(address: string): string {
  // Most addresses are IPv4. This check is much faster than parsing.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

/**
 * Return the largest network that a single subscriber is likely to control: the /24 network of an IPv4 address, or the
 * /48 network of an IPv6 address. If the argument is already such a network, return it unchanged.
 */
export function networkOf(addressOrNetwork: string): string {
  const address = addressOrNetwork.replace(/\/(24|48)$/, '');
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString().replace(/\d+$/, '0/24')
    : rateLimitAddress(address).replace(/:[\da-f]+::\/64$/, '::/48');
}

/**
 * Reports whether the proxy with the given address is trusted. `step` is its distance from the server in hops, starting
 * at 0.
 */
type ProxyTrust = (address: string, step: number) => boolean;

/**
 * Parse `TRUST_PROXY`, which is a number of proxies, or the addresses, networks or predefined names of trusted proxies.
 * @throws Error if it is invalid.
 */
export function proxyTrust(trusted: number | string | false): ProxyTrust {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_, step) => step < trusted;
  return proxyAddr.compile(trusted.split(',').map((part) => part.trim()));
}

/**
 * Return the client's address for a request that does not pass through Fastify. The address is determined in the same
 * way as in Fastify.
 */
export const clientAddress = (request: IncomingMessage, trust: ProxyTrust): string =>
  // A closed connection has no address.
  proxyAddr(request, trust) ?? '';
