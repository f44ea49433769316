import type { PushState } from '@rivalhold/shared/contract/push.ts';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { createListeners } from '../../lib/listeners.ts';
import { setPush } from './api.ts';

/** How long a service worker may take to be there. */
const WORKER_TIMEOUT_MS = 20_000;

/** Whether this browser can be pushed to; an iPhone or iPad can once the site is on its Home Screen. */
export function pushSupport(): 'yes' | 'no' | 'once installed' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  const isApple =
    /\b(iPhone|iPad)\b/.test(navigator.userAgent) ||
    (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple ? 'once installed' : 'no';
}

const permissionListeners = createListeners();
const permission = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied';

/** Whoever comes back to the page may have been to the browser's settings. */
function subscribe(listener: () => void): () => void {
  const stop = permissionListeners.subscribe(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Whether the browser lets this site show notifications. */
export const usePermission = (): NotificationPermission => useSyncExternalStore(subscribe, permission);

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js');
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, WORKER_TIMEOUT_MS, new Error('No service worker')),
  );
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/**
 * Asks the browser, then has the site push to it; only to be called when somebody presses a button for it.
 * @param key the site's public key
 * @returns null where the browser was not allowed to
 * @throws what the browser, its push service or the site did not do.
 */
export async function enablePush(key: string): Promise<PushState | null> {
  const response = await Notification.requestPermission();
  permissionListeners.notify();
  return response === 'granted' ? resubscribe(await readyWorker(), key) : null;
}

async function resubscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushState> {
  // It may be from before, and for another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return api('POST /api/push/devices', { body: { endpoint, keys: { p256dh, auth } } });
}

/**
 * Gives the site another address of this browser where the one that it pushes to is not good any more: browsers and
 * their push services change and drop them. Nothing where the player has not turned it on, here and in this session.
 */
export async function renewSubscription(): Promise<void> {
  if (pushSupport() !== 'yes' || permission() !== 'granted') return;
  const { key, endpoint, devices } = await api('GET /api/push');
  if (!devices.some(({ current }) => current)) return;
  const registration = await readyWorker();
  const subscription = await registration.pushManager.getSubscription();
  if (endpoint === null || subscription?.endpoint !== endpoint)
    await setPush(await resubscribe(registration, key));
}

/** Has the browser forget what it was told for somebody who is signed out: what was shown, and what is on its way. */
export async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe());
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/** Ends it for a device; where that is this one, in the browser too. */
export async function disablePush({ id, current }: { id: number; current: boolean }): Promise<PushState> {
  const state = await api('DELETE /api/push/devices/{id}', { params: { id } });
  // The site pushes no more, whatever becomes of it there.
  if (current) await endSubscription().catch(() => undefined);
  return state;
}
