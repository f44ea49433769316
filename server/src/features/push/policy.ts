import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { PushKind, PushSettings } from '@rivalhold/shared/contract/push.ts';
import { type OutboundPolicy, toSecureUrl } from '../../platform/security/outbound-fetch.ts';

/** The settings of players who turned on push notifications on a device but have not changed the settings. */
export const DEFAULT_SETTINGS: PushSettings = {
  message: true,
  fight: true,
  friendRequest: true,
  quiet: null,
};

/** Matches links to open fights and to finished fights. */
const FIGHT_LINK = /^\/fights?\//;

/** Return the setting that controls pushes of a notification, or null if it is never pushed. */
export function kindOf({ type, link }: { type: string; link: string }): PushKind | null {
  if (type === 'dm') return 'message';
  if (type === 'friend_request') return 'friendRequest';
  return type === 'system' && FIGHT_LINK.test(link) ? 'fight' : null;
}

/** Hostnames that are never public. The addresses of other names are checked when the names are resolved. */
const LOCAL_HOSTNAME = /(^|\.)(localhost|local|internal|home|lan|invalid|test|onion)\.?$/;

/**
 * Return true if a URL is allowed as a push endpoint. It must use https on the default port, and a public hostname.
 * `policy` can allow other ports and addresses.
 */
export function isAllowedEndpoint(endpoint: string, policy: OutboundPolicy): boolean {
  try {
    const { hostname } = toSecureUrl(endpoint, policy);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (policy.addresses?.includes(host)) return true;
    return isIP(host) === 0 && host.includes('.') && !LOCAL_HOSTNAME.test(host);
  } catch {
    return false;
  }
}

/** The push services of browser vendors. */
const KNOWN_SERVICES =
  /\.(googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

/** Report whether an endpoint belongs to a known push service. */
export const isKnownService = (endpoint: string): boolean => KNOWN_SERVICES.test(new URL(endpoint).hostname);

/** Report whether a browser's public key is a valid point on the curve. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
