import type { PushSettings, PushState } from '@rivalhold/shared/contract/push.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PUSH_TEXTS } from '@rivalhold/shared/texts/push.ts';
import { isTimeZone } from '@rivalhold/shared/time-zones.ts';
import { type Db, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { lockActiveUser } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { DEFAULT_SETTINGS, isAllowedEndpoint, isPublicKey, kindOf } from './policy.ts';
import {
  deleteOwnDevice,
  devicesOf,
  lockSession,
  type NotificationRef,
  saveSettings,
  saveSubscription,
  settingsOf,
} from './queries.ts';
import { keysOf } from './vapid-keys.ts';

export { hasDevicesSql } from './queries.ts';

/** The job that decides whether to push a notification, and to which devices. */
export const PUSH_JOB = 'push.notify';

/** The player and the session that send a request. */
export type Requester = { userId: number; sessionId: number };

/**
 * Schedule a push message for a notification, if notifications of this kind are pushed. The push message is sent after
 * a delay, so that several updates cause only one push message, and the player has time to read the notification on the
 * site first.
 */
export async function schedulePush(
  tx: Tx,
  site: Site,
  notice: NotificationRef & { type: string; link: string },
): Promise<void> {
  if (kindOf(notice) === null) return;
  const ref: NotificationRef = { id: notice.id, position: notice.position };
  await site.jobs.send(tx, PUSH_JOB, ref, LIMITS.push.afterSeconds);
}

/** Return a player's push settings and devices. */
export async function getPushState(db: Db, site: Site, { userId, sessionId }: Requester): Promise<PushState> {
  const { publicKey: key } = await keysOf(db, site);
  const [settings, devices] = await Promise.all([settingsOf(db, userId), devicesOf(db, userId, sessionId)]);
  return {
    key,
    endpoint: devices.find(({ current }) => current)?.endpoint ?? null,
    settings: settings ?? DEFAULT_SETTINGS,
    devices: devices.map(({ id, device, current, created_at, last_sent_at }) => ({
      id,
      device,
      current,
      createdAt: created_at.toISOString(),
      sentAt: last_sent_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Save a player's push settings.
 * @throws AppError `invalid` for an unknown time zone, and for quiet hours that start and end at the same time.
 */
export async function updatePushSettings(
  db: Db,
  site: Site,
  { settings, ...requester }: Requester & { settings: PushSettings },
): Promise<PushState> {
  const { quiet } = settings;
  if (quiet && !isTimeZone(quiet.timeZone)) throw invalidFieldsError({ timeZone: PUSH_TEXTS.timeZone });
  if (quiet && quiet.from === quiet.to) throw invalidFieldsError({ to: PUSH_TEXTS.sameTime });
  await saveSettings(db, requester.userId, settings);
  return getPushState(db, site, requester);
}

/**
 * Register a browser for push messages until its session ends. If the player has more than 10 devices, remove the
 * oldest.
 * @throws AppError `invalid` for an endpoint that is not allowed or belongs to another browser, and for an invalid key;
 *   `unauthenticated` if the session has ended.
 */
export async function addDevice(
  db: Db,
  site: Site,
  { endpoint, keys, ...requester }: Requester & { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<PushState> {
  const refused = invalidFieldsError({ endpoint: PUSH_TEXTS.endpoint });
  if (!isAllowedEndpoint(endpoint, site.outboundPolicy) || !isPublicKey(keys.p256dh)) throw refused;
  // Load the keys before storing the subscription: if `keysOf` must replace lost keys, it deletes all subscriptions.
  await keysOf(db, site);
  const subscription = { ...requester, ...keys, endpoint, at: site.clock.now() };
  await transaction(db, async (tx) => {
    // Lock the player, so that concurrent requests cannot exceed the limit of devices.
    await lockActiveUser(tx, site, { userId: requester.userId, requiresUnmuted: false });
    if (!(await lockSession(tx, requester.userId, requester.sessionId)))
      throw new AppError('unauthenticated');
    if (!(await saveSubscription(tx, subscription, LIMITS.push.devices))) throw refused;
  });
  return getPushState(db, site, requester);
}

/**
 * Remove a device.
 * @throws AppError `notFound` if it does not exist or is another player's.
 */
export async function removeDevice(
  db: Db,
  site: Site,
  { id, ...requester }: Requester & { id: number },
): Promise<PushState> {
  if (!(await deleteOwnDevice(db, requester.userId, id))) throw new AppError('notFound');
  return getPushState(db, site, requester);
}
