import { onPlayerChange } from '../entities/session/player-change.ts';
import { endSubscription, renewSubscription } from '../features/push/browser.ts';
import { emit, onSocketOpen } from '../lib/socket.ts';

let begun = false;

/**
 * Has the browser keep the shell of the site, and keeps what is pushed to it in step with who is signed in; goes where a
 * notification that is pressed leads, and says whether the page can be seen, so that nobody is notified of what they look
 * at. Called for each who signs in; loaded when somebody has been signed in for a while.
 */
export function beInstalled(open: (path: string) => void): void {
  // What fails is tried again by the next page.
  renewSubscription().catch(() => undefined);
  if (begun) return;
  begun = true;
  tellHidden();
  if (!('serviceWorker' in navigator)) return;
  // The next who has this device in hand sees nothing that was told somebody else.
  onPlayerChange(() => void endSubscription().catch(() => undefined));
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: string }>) => {
    if (!data.open) return;
    open(data.open);
    ports[0]?.postMessage(true);
  });
  // Without it the site is as it would be anyway; the next page tries again.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** A page is taken for one that is seen until it says otherwise. */
function tellHidden(): void {
  const tell = () => void emit('presence:hidden', { hidden: document.hidden });
  const tellIfHidden = () => document.hidden && tell();
  document.addEventListener('visibilitychange', tell);
  onSocketOpen(tellIfHidden);
  tellIfHidden();
}
