import ipaddr from 'ipaddr.js';

/** The address limits count by: an IPv4 address whole, an IPv6 one by its /64, since one subscriber holds all of that. */
export function limitedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Whether a request comes from this machine itself, and not through a proxy that stands on it. */
export function isDirectLoopback(request: { ip: string; headers: Record<string, unknown> }): boolean {
  const proxied = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return isLoopbackAddress(request.ip) && !proxied;
}
