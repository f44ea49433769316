import ipaddr from 'ipaddr.js';
import { type Config, isLoopbackHost } from '../config.ts';

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Headers that proxies add to the requests they forward. */
const FORWARDING_HEADERS = /^(x-forwarded(-.+)?|x-real-ip|forwarded|via|cf-.+)$/;

/**
 * Report whether a request comes from this machine and did not pass through a proxy. A proxy is recognized by
 * the headers that it adds, but some proxies add no headers. Therefore, on a public site no request counts as
 * local unless `TRUST_PROXY` is set, which means that the proxy adds headers.
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
