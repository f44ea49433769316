/**
 * All the script of a page that stands ready for guests: whatever opens an account dialog brings the app in its place.
 * Links are links.
 */

import type { AccountDialog } from './features/accounts/dialogs.ts';
import { watchMissingChunks } from './lib/reload-on-missing-chunk.ts';

const DIALOG_OPENERS = '[data-opens]';
/** By what somebody shows that they are reading. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
let isStarting = false;

watchMissingChunks();
const loadApp = () => import('./app/start.tsx');
/** Whether the page is still the one that stood ready. */
const isPrerendered = () => document.getElementById('missing');
const findOpener = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(DIALOG_OPENERS) : null;
const queryAll = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];

/** Has the browser fetch the app's files, without running any, before they are needed. */
function preloadApp(event: Event): void {
  // Where the pointer lies is told also when nobody has moved it.
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

/** Who points at such a button is about to press it. What cannot be had is asked for again then. */
function prepareApp(event: Event): void {
  if (!isPrerendered() || !findOpener(event)) return;
  loadApp()
    .then(({ preloadStart }) => preloadStart())
    .catch(() => undefined);
}
for (const type of ['pointerover', 'focusin']) addEventListener(type, prepareApp);

addEventListener('click', async (event) => {
  const opener = findOpener(event);
  if (!opener || isStarting || !isPrerendered()) return;
  isStarting = true;
  opener.dataset.pressed = '';
  const place = queryAll(DIALOG_OPENERS).indexOf(opener);
  const answers = queryAll<HTMLDetailsElement>('details').map(({ open }) => open);
  const restore = () => {
    for (const [index, details] of queryAll<HTMLDetailsElement>('details').entries())
      details.open = answers[index] ?? false;
    queryAll(DIALOG_OPENERS)[place]?.focus({ preventScroll: true });
  };
  try {
    const { startWithDialog } = await loadApp();
    await startWithDialog(opener.dataset.opens as AccountDialog, restore);
  } catch {
    isPrerendered()?.removeAttribute('hidden');
  }
  delete opener.dataset.pressed;
  isStarting = false;
});

/** A browser that goes back may show a page that it kept from before somebody signed in. */
addEventListener('pageshow', async ({ persisted }) => {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!isPrerendered() || !(persisted || opened?.type === 'back_forward')) return;
  // What stands before the site may answer with a page.
  const response = await fetch('/api/session')
    .then((one) => one.json())
    .catch(() => null);
  if (response?.user) location.reload();
});
