/**
 * All the script of a page that stands ready for guests: whatever opens an account dialog brings the app in its place.
 * Links are links.
 */

import type { AccountDialog } from './features/accounts/dialogs.ts';
import { comeBackWithFiles } from './lib/come-back.ts';

const OPENERS = '[data-opens]';
/** By what somebody shows that they are reading. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
let isStarting = false;

comeBackWithFiles();
const app = () => import('./app/start.tsx');
/** Whether the page is still the one that stood ready. */
const isReady = () => document.getElementById('missing');
const openerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(OPENERS) : null;
const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];

/** Has the browser fetch the app's files, without running any, before they are needed. */
function fetchApp(event: Event): void {
  // Where the pointer lies is told also when nobody has moved it.
  const { type: sign, movementX, movementY } = event as PointerEvent;
  if (sign === 'pointermove' && !movementX && !movementY) return;
  for (const type of SIGNS) removeEventListener(type, fetchApp);
  const names = document.querySelector<HTMLMetaElement>('meta[name="app"]')?.content.split(' ') ?? [];
  for (const href of names)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
}
for (const type of SIGNS) addEventListener(type, fetchApp, { passive: true });

/** Who points at such a button is about to press it. What cannot be had is asked for again then. */
function getReady(event: Event): void {
  if (!isReady() || !openerOf(event)) return;
  app()
    .then(({ prepare }) => prepare())
    .catch(() => undefined);
}
for (const type of ['pointerover', 'focusin']) addEventListener(type, getReady);

addEventListener('click', async (event) => {
  const opener = openerOf(event);
  if (!opener || isStarting || !isReady()) return;
  isStarting = true;
  opener.dataset.pressed = '';
  const place = all(OPENERS).indexOf(opener);
  const answers = all<HTMLDetailsElement>('details').map(({ open }) => open);
  const restore = () => {
    for (const [index, details] of all<HTMLDetailsElement>('details').entries())
      details.open = answers[index] ?? false;
    all(OPENERS)[place]?.focus({ preventScroll: true });
  };
  try {
    const { startWith } = await app();
    await startWith(opener.dataset.opens as AccountDialog, restore);
  } catch {
    isReady()?.removeAttribute('hidden');
  }
  delete opener.dataset.pressed;
  isStarting = false;
});

/** A browser that goes back may show a page that it kept from before somebody signed in. */
addEventListener('pageshow', async ({ persisted }) => {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!isReady() || !(persisted || opened?.type === 'back_forward')) return;
  // What stands before the site may answer with a page.
  const answer = await fetch('/api/session')
    .then((one) => one.json())
    .catch(() => null);
  if (answer?.user) location.reload();
});
