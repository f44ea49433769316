/**
 * The script of all guest pages. Buttons that open an account dialog load the app, which replaces the page.
 * Links work without scripts.
 */

import type { AccountDialog } from './features/accounts/dialogs.ts';
import { watchMissingChunks } from './lib/reload-on-missing-chunk.ts';

const DIALOG_OPENERS = '[data-opens]';
/** Events that show that the visitor is reading. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
/** Delay (ms) from a click to the skeleton of the dialog. By then, the app has usually opened the dialog itself. */
const SKELETON_DELAY_MS = 80;
let isStarting = false;
/** The button whose dialog the visitor is waiting for. */
let wanted: HTMLElement | null = null;

watchMissingChunks();
const loadApp = () => import('./app/start.tsx');
/** Return the message about a failed load, or null once the app has replaced the page. */
const findLoadError = () => document.getElementById('missing');
const findOpener = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(DIALOG_OPENERS) : null;
const queryAll = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];

/** Make the browser download the app's files before they are needed, without running them. */
function preloadApp(event: Event): void {
  // Ignore pointermove events without any movement, which browsers also send.
  const { type: eventType, movementX, movementY } = event as PointerEvent;
  if (eventType === 'pointermove' && !movementX && !movementY) return;
  for (const type of ACTIVITY_EVENTS) removeEventListener(type, preloadApp);
  const names = document.querySelector<HTMLMetaElement>('meta[name="app"]')?.content.split(' ') ?? [];
  for (const href of names)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
}
for (const type of ACTIVITY_EVENTS) addEventListener(type, preloadApp, { passive: true });

/** Prepare the app when a button that opens a dialog is hovered or focused. If loading fails, the click tries again. */
function prepareApp(event: Event): void {
  if (!findLoadError() || !findOpener(event)) return;
  loadApp()
    .then(({ preloadStart }) => preloadStart())
    .catch(() => undefined);
}
for (const type of ['pointerover', 'focusin']) addEventListener(type, prepareApp);

/** Open the dialog skeleton with the title of the wanted dialog. */
function showSkeleton(): void {
  const skeleton = document.querySelector('dialog');
  if (!skeleton || !wanted) return;
  for (const title of skeleton.querySelectorAll<HTMLElement>('[data-title]'))
    title.hidden = title.dataset.title !== wanted.dataset.opens;
  skeleton.onclose = () => {
    wanted = null;
  };
  skeleton.showModal();
}

addEventListener('click', async (event) => {
  const opener = findOpener(event);
  if (!opener || !findLoadError()) return;
  wanted = opener;
  if (isStarting) return showSkeleton();
  isStarting = true;
  const timer = setTimeout(showSkeleton, SKELETON_DELAY_MS);
  try {
    const app = await loadApp();
    await app.preloadStart();
    if (wanted) await app.startWithDialog(wanted.dataset.opens as AccountDialog, restoreAfter(wanted));
  } catch {
    document.querySelector('dialog')?.close();
    findLoadError()?.removeAttribute('hidden');
  }
  clearTimeout(timer);
  isStarting = false;
});

/**
 * Return a function that, after the app has replaced the page, opens the same sections again and focuses the same
 * button.
 */
function restoreAfter(opener: HTMLElement): () => void {
  const openerIndex = queryAll(DIALOG_OPENERS).indexOf(opener);
  const openStates = queryAll<HTMLDetailsElement>('details').map(({ open }) => open);
  return () => {
    for (const [index, details] of queryAll<HTMLDetailsElement>('details').entries())
      details.open = openStates[index] ?? false;
    queryAll(DIALOG_OPENERS)[openerIndex]?.focus({ preventScroll: true });
  };
}

/** Reload a cached guest page that the browser shows after going back, if the visitor has logged in since. */
addEventListener('pageshow', async ({ persisted }) => {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!findLoadError() || !(persisted || opened?.type === 'back_forward')) return;
  // Ignore errors. For example, a proxy in front of the site might respond with HTML, which is not valid JSON.
  const response = await fetch('/api/session')
    .then((item) => item.json())
    .catch(() => null);
  if (response?.user) location.reload();
});
