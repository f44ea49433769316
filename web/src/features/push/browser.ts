import type { PushState } from '@rivalhold/shared/contract/push.ts';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { createListeners } from '../../lib/listeners.ts';
import { setPush } from './api.ts';

/** Time limit (ms) for the service worker to become ready. */
const WORKER_TIMEOUT_MS = 20_000;

/** Report whether this browser supports push. iPhones and iPads support it once the site is on the Home Screen. */
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

/**
 * Call `listener` after each request for permission, and when the page is hidden or shown, because the permission can
 * be changed in the browser's settings. Returns a function that removes the listener.
 */
function subscribe(listener: () => void): () => void {
  const stop = permissionListeners.subscribe(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Return the browser's permission to show notifications. */
export const usePermission = (): NotificationPermission => useSyncExternalStore(subscribe, permission);

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js');
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, WORKER_TIMEOUT_MS, new Error('No service worker')),
  );
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/**
 * Ask for permission, then subscribe this browser to push. Call it only in response to a press.
 * @param key the site's public key
 * @returns null if permission was not granted
 * @throws the error of the browser, of its push service or of the site
 */
export async function enablePush(key: string): Promise<PushState | null> {
  const response = await Notification.requestPermission();
  permissionListeners.notify();
  return response === 'granted' ? resubscribe(await readyWorker(), key) : null;
}

async function resubscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushState> {
  // An existing subscription might have been created with another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return api('POST /api/push/devices', { body: { endpoint, keys: { p256dh, auth } } });
}

/**
 * If push is on in this session, check the current subscription, because browsers and push services change and drop
 * subscriptions. If it is invalid, create a new subscription and send it to the site.
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

/** Unsubscribe this browser and close its notifications. */
export async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe());
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/** Turn off push for a device. If it is the current device, also unsubscribe the browser. */
export async function disablePush({ id, current }: { id: number; current: boolean }): Promise<PushState> {
  const state = await api('DELETE /api/push/devices/{id}', { params: { id } });
  // Ignore a failure to unsubscribe, because the site no longer sends push messages to this device.
  if (current) await endSubscription().catch(() => undefined);
  return state;
}
