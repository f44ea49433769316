import ipaddr from 'ipaddr.js';
import { type Config, isLoopbackHost } from '../config.ts';

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Headers that proxies add to the requests they forward. */
const FORWARDING_HEADERS = /^(x-forwarded(-.+)?|x-real-ip|forwarded|via|cf-.+)$/;

/**
 * Report whether a request comes from this machine and did not pass through a proxy. A proxy is recognized by the
 * headers that it adds. If `TRUST_PROXY` is set, the proxy adds such headers. Otherwise, the proxy of a public site
 * might add none, so no request to a public site counts as local.
 */
export function isLocalRequest(
  request: { ip: string; headers: Record<string, unknown> },
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): boolean {
  return (
    (trustProxy !== false || publicUrl === null || isLoopbackHost(publicUrl.hostname)) &&
    isLoopbackAddress(request.ip) &&
    !Object.keys(request.headers).some((name) => FORWARDING_HEADERS.test(name))
  );
}
