import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { PushKind, PushSettings } from '@rivalhold/shared/contract/push.ts';
import { type OutboundPolicy, toSecureUrl } from '../../platform/security/outbound-fetch.ts';

/** What somebody who has chosen nothing is told of: they have turned it on for a device. */
export const DEFAULT_SETTINGS: PushSettings = {
  message: true,
  fight: true,
  friendRequest: true,
  quiet: null,
};

/** Where one fights, and where a fight that is over is shown. */
const FIGHT_LINK = /^\/fights?\//;

/** What kind of thing a notification tells of; null for what is never pushed. */
export function kindOf({ type, link }: { type: string; link: string }): PushKind | null {
  if (type === 'dm') return 'message';
  if (type === 'friend_request') return 'friendRequest';
  return type === 'system' && FIGHT_LINK.test(link) ? 'fight' : null;
}

/** Whether it is between the quiet hours, by the clock on the player's wall: also where that is put forward or back. */
export function isQuiet(now: Date, quiet: PushSettings['quiet']): boolean {
  if (!quiet) return false;
  const { from, to, timeZone } = quiet;
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat('en-GB', options).format(now);
  return from < to ? from <= time && time < to : from <= time || time < to;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Names that only lead to somewhere near. What other names lead to is judged as the connection is made. */
const LOCAL_HOSTNAME = /(^|\.)(localhost|local|internal|home|lan|invalid|test|onion)\.?$/;

/** Whether an address may be one of a push service: https at its usual port, by a name of the public internet. */
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

/** The push services of the browsers' makers. */
const KNOWN_SERVICES =
  /\.(googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

export const isKnownService = (endpoint: string): boolean => KNOWN_SERVICES.test(new URL(endpoint).hostname);

/** Whether something can be encrypted for a browser's key: only for a point of the curve. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
