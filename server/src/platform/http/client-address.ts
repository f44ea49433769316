import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The address limits count by: an IPv4 address whole, an IPv6 one by its /64, since one subscriber holds all of that. */
export function rateLimitAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

/** The network that whoever has one such address may well have all of: of IPv4 a /24, of IPv6 a /48. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString().replace(/\d+$/, '0/24')
    : rateLimitAddress(address).replace(/:[\da-f]+::\/64$/, '::/48');
}

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** What proxies write into the requests that they pass on. */
const FORWARDING_HEADERS = /^(x-forwarded(-.+)?|x-real-ip|forwarded|via|cf-.+)$/;

/** Whether a request comes from this machine itself, and not through a proxy that stands on it. */
export function isLocalRequest(request: { ip: string; headers: Record<string, unknown> }): boolean {
  return (
    isLoopbackAddress(request.ip) &&
    !Object.keys(request.headers).some((name) => FORWARDING_HEADERS.test(name))
  );
}

/** Whether an address, so many steps from the server, is that of a proxy whose word is taken. */
type ProxyTrust = (address: string, step: number) => boolean;

/**
 * What `TRUST_PROXY` says: so many proxies in front of the server, or those of these addresses, networks and names.
 * @throws Error for what is none of these.
 */
export function proxyTrust(trusted: number | string | false): ProxyTrust {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_, step) => step < trusted;
  return proxyAddr.compile(trusted.split(',').map((part) => part.trim()));
}

/** A client's address as Fastify finds it, for a request that does not pass through Fastify. */
export const clientAddress = (request: IncomingMessage, trust: ProxyTrust): string =>
  // Of a connection that is gone there is none.
  proxyAddr(request, trust) ?? '';
