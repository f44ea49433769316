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

/** What proxies write into the requests that they pass on. */
const PROXIED = /^(x-forwarded(-.+)?|x-real-ip|forwarded|via|cf-.+)$/;

/** Whether a request comes from this machine itself, and not through a proxy that stands on it. */
export function isDirectLoopback(request: { ip: string; headers: Record<string, unknown> }): boolean {
  return isLoopbackAddress(request.ip) && !Object.keys(request.headers).some((name) => PROXIED.test(name));
}

/** Whether an address, so many steps from the server, is that of a proxy whose word is taken. */
export type ProxyTrust = (address: string, step: number) => boolean;

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * What `TRUST_PROXY` says: so many proxies in front of the server, or those of these addresses, networks and names.
 * @throws Error for what is none of these.
 */
export function proxyTrust(trusted: number | string | false): ProxyTrust {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_, step) => step < trusted;
  const networks = trusted
    .split(',')
    .flatMap((part) => NAMED[part.trim()] ?? [part.trim()])
    .map((part) => ipaddr.parseCIDR(part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  };
}

/** A client's address as Fastify finds it, for a request that does not pass through Fastify. */
export function clientAddress(
  request: {
    headers: Record<string, string | string[] | undefined>;
    socket: { remoteAddress?: string | undefined };
  },
  trust: ProxyTrust,
): string {
  const forwarded = request.headers['x-forwarded-for'];
  const hops = typeof forwarded === 'string' ? forwarded.split(',').map((part) => part.trim()) : [];
  let address = request.socket.remoteAddress ?? '';
  for (let step = 0; trust(address, step); step++) {
    const before = hops.pop();
    if (before === undefined) break;
    address = before;
  }
  return address;
}
