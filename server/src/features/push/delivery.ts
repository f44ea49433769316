import type { PushKind } from '@rivalhold/shared/contract/push.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isQuiet } from '@rivalhold/shared/quiet-hours.ts';
import { PUSH_TEXTS } from '@rivalhold/shared/texts/push.ts';
import webpush, { type Urgency } from 'web-push';
import { type Db, transaction } from '../../platform/db/db.ts';
import { OutboundError, post } from '../../platform/security/outbound-fetch.ts';
import type { Site } from '../../platform/site.ts';
import { DEFAULT_SETTINGS, isKnownService, kindOf } from './policy.ts';
import {
  findActiveSubscriptions,
  findPendingNotification,
  markExpired,
  markSent,
  type NotificationRef,
  type PushNotification,
  type Subscription,
} from './queries.ts';
import { keysOf } from './vapid-keys.ts';

/**
 * The jobs that push to one device: one for known push services, and one for unknown services, which anyone can run.
 * With separate jobs, a slow unknown service does not delay pushes to known services.
 */
export const SEND_JOBS = ['push.send', 'push.send.elsewhere'] as const;
export type PushJob = NotificationRef & { subscriptionId: number; tries?: number };

/** Urgency of a push: `high` wakes a device immediately, and `normal` can wait until the device is awake. */
const URGENCY: Record<PushKind, Urgency> = { message: 'high', fight: 'high', friendRequest: 'normal' };
const GONE_STATUSES = [404, 410];
const RETRY_STATUSES = [408, 425, 429];
/**
 * Response statuses that can result from wrong keys or a wrong clock on this site. The push is retried, because it can
 * succeed after the operator corrects the error.
 */
const AUTH_ERROR_STATUSES = [401, 403];
/** Maximum number of retries, which are spread over some hours. If the last retry fails, the push is dropped. */
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_SECONDS = 20;
const MAX_RETRY_SECONDS = 1_800;

/** Return the reason why a notification is not pushed now, or null if it is pushed. */
function suppressionReason(site: Site, notice: PushNotification): 'unwanted' | 'quiet' | null {
  const kind = kindOf(notice);
  const settings = notice.settings ?? DEFAULT_SETTINGS;
  if (kind === null || !settings[kind]) return 'unwanted';
  return isQuiet(site.clock.now(), settings.quiet) ? 'quiet' : null;
}

/**
 * Schedule a push of a notification to each of the player's devices. Do nothing if the notification is no longer
 * pending, or if the player has disabled pushes of this kind, is in quiet hours or is viewing the site.
 */
export async function pushToDevices(db: Db, site: Site, ref: NotificationRef): Promise<void> {
  const notice = await findPendingNotification(db, ref);
  if (!notice) return;
  const reason =
    suppressionReason(site, notice) ?? ((await site.realtime.isViewing(notice.user_id)) ? 'seen' : null);
  if (reason) return site.metrics.recordPush(reason);
  await transaction(db, async (tx) => {
    const wanted = { userId: notice.user_id, now: site.clock.now() };
    for (const subscription of await findActiveSubscriptions(tx, wanted))
      await site.jobs.send(tx, jobNameFor(subscription), {
        ...ref,
        subscriptionId: subscription.id,
      } satisfies PushJob);
  });
}

const jobNameFor = ({ endpoint }: Subscription): string => SEND_JOBS[isKnownService(endpoint) ? 0 : 1];

/**
 * Push a notification to one device if the notification is still pending and the player's settings allow the push. If
 * the device's push service fails, schedule a retry.
 */
export async function sendToDevice(db: Db, site: Site, sending: PushJob): Promise<void> {
  const { subscriptionId: id, tries = 0, ...ref } = sending;
  const notice = await findPendingNotification(db, ref);
  if (!notice) return;
  const now = site.clock.now();
  const [subscription] = await findActiveSubscriptions(db, { userId: notice.user_id, id, now });
  if (!subscription) return;
  const reason = suppressionReason(site, notice);
  const outcome = reason ?? (await postToService(db, site, { notice, subscription, ref }));
  if (outcome === 'sent') await markSent(db, id, now);
  if (outcome === 'expired') await markExpired(db, id, now);
  site.metrics.recordPush(outcome);
  if (outcome !== 'failed' || tries === MAX_ATTEMPTS) return;
  // Schedule a new job instead of letting this job fail. A failed job counts as an error of the site, but an
  // unreachable endpoint is not an error of the site.
  const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** tries, MAX_RETRY_SECONDS);
  const again: PushJob = { ...sending, tries: tries + 1 };
  await transaction(db, (tx) => site.jobs.send(tx, jobNameFor(subscription), again, wait));
}

/**
 * Return the notification that the service worker shows, as JSON. Several messages from the same sender share one
 * notification, with the same tag.
 */
function toPayload(
  { title, text, link, event_count: eventCount, actor_name: name, type }: PushNotification,
  tag: string,
): string {
  const isMany = type === 'dm' && eventCount > 1 && name !== null;
  return JSON.stringify({ title, body: isMany ? PUSH_TEXTS.messages(name, eventCount) : text, link, tag });
}

async function postToService(
  db: Db,
  site: Site,
  {
    notice,
    subscription,
    ref,
  }: { notice: PushNotification; subscription: Subscription; ref: NotificationRef },
): Promise<'sent' | 'expired' | 'refused' | 'failed'> {
  const { endpoint, p256dh, auth } = subscription;
  const { publicUrl, supportEmail } = site.config;
  const subject = publicUrl?.protocol === 'https:' ? publicUrl.origin : `mailto:${supportEmail}`;
  const tag = `notice-${ref.id}`;
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    toPayload(notice, tag),
    {
      vapidDetails: { subject, ...(await keysOf(db, site)) },
      contentEncoding: 'aes128gcm',
      TTL: LIMITS.push.ttlSeconds,
      urgency: URGENCY[kindOf(notice) ?? 'message'],
      // The topic makes this push replace an earlier push that is still queued at the push service.
      topic: tag,
    },
  );
  try {
    const status = await post(endpoint, {
      headers,
      body: body ?? Buffer.alloc(0),
      policy: site.outboundPolicy,
    });
    if (status >= 200 && status < 300) return 'sent';
    if (GONE_STATUSES.includes(status)) return 'expired';
    const { host } = new URL(endpoint);
    site.log.warn({ status, host }, 'push rejected');
    return status >= 500 || RETRY_STATUSES.includes(status) || AUTH_ERROR_STATUSES.includes(status)
      ? 'failed'
      : 'refused';
  } catch (error) {
    site.log.warn({ err: error }, 'sending a push failed');
    return error instanceof OutboundError ? 'expired' : 'failed';
  }
}
