import { sessionEnded } from '../entities/session/api.ts';
import { onPlayerChange } from '../entities/session/player-change.ts';
import { endSubscription, renewSubscription } from '../features/push/browser.ts';
import { emit, onSocketOpen } from '../lib/socket.ts';

let isStarted = false;

/**
 * Register the service worker, keep the push subscription in sync with the signed-in player, and open the
 * page of a clicked notification. Also report whether this page is visible, because the server sends no push
 * notifications to a player who is viewing the site. Call this function after each login.
 */
export function setUpPwa(open: (path: string) => void): void {
  // Ignore a failure, because the next page load tries again.
  renewSubscription().catch(() => undefined);
  if (isStarted) return;
  isStarted = true;
  reportVisibility();
  if (!('serviceWorker' in navigator)) return;
  // The next player on this device must not receive notifications for the previous player.
  const end = () => void endSubscription().catch(() => undefined);
  onPlayerChange(end);
  sessionEnded.subscribe(() => sessionEnded.get() && end());
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: string }>) => {
    if (!data.open) return;
    open(data.open);
    ports[0]?.postMessage(true);
  });
  // The site works without a service worker; the next page load tries again.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** Report the page's visibility; by default, the server assumes that the page is visible. */
function reportVisibility(): void {
  const emitHidden = () => void emit('presence:hidden', { hidden: document.hidden });
  const emitIfHidden = () => document.hidden && emitHidden();
  document.addEventListener('visibilitychange', emitHidden);
  onSocketOpen(emitIfHidden);
  emitIfHidden();
}
