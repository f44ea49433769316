import ipaddr from 'ipaddr.js';

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
 * The two groups before the IPv4 address in an ISATAP address. ISATAP addresses exist in any network, so only
 * these two groups identify them.
 */
const ISATAP_GROUPS = ['0:5efe', '200:5efe'];

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
