/**
 * The script of guest pages that the server renders. It extends `guest.ts`, the script of all guest pages. Visitors can
 * read the page without the app, but its controls need the app. The app replaces the page when the visitor points at a
 * control, clicks, taps, or presses a key.
 */
import './guest.ts';

const ACTIVITY_EVENTS = ['pointerover', 'pointerdown', 'keydown'];
const CONTROLS = 'main :is(button, a, input, summary)';
const queryAll = () => [...document.querySelectorAll<HTMLElement>(CONTROLS)];
let isStarting = false;
/** Index of the control that the visitor pressed before the app started. */
let pressed: number | null = null;
/** Maximum time (ms) from the end of a touch to the click that the browser sends for it. */
const CLICK_DELAY_MS = 50;
/**
 * Resolves once no pointer is down, so that the app does not replace the pressed element before its click.
 */
let released = Promise.resolve();

async function start(): Promise<void> {
  if (isStarting) return;
  isStarting = true;
  try {
    const { startInPlace } = await import('./app/start-in-place.ts');
    let focused = -1;
    await startInPlace(
      async () => {
        await released;
        focused = queryAll().indexOf(document.activeElement as HTMLElement);
      },
      () => {
        const controls = queryAll();
        controls[pressed ?? focused]?.focus({ preventScroll: true });
        if (pressed !== null) controls[pressed]?.click();
      },
    );
    for (const type of ACTIVITY_EVENTS) removeEventListener(type, onActivity);
    document.removeEventListener('click', onClick, true);
  } catch {
    // If the app fails to load, the page stays readable. The visitor's next action tries again.
    isStarting = false;
  }
}

function onActivity({ type, target }: Event): void {
  if (type === 'pointerover' && !(target instanceof Element && target.closest(CONTROLS))) return;
  if (type === 'pointerdown')
    released = new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel'])
        addEventListener(end, () => setTimeout(resolve, CLICK_DELAY_MS), { once: true });
    });
  void start();
}
/**
 * Remember the pressed control, so that it can be clicked again once the app has replaced the page. Links need no app,
 * and `guest.ts` handles the buttons that open account dialogs.
 */
function onClick({ target }: Event): void {
  const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS);
  if (!control || control instanceof HTMLAnchorElement || control.dataset.opens) return;
  pressed = queryAll().indexOf(control);
  void start();
}

document.addEventListener('click', onClick, true);
for (const type of ACTIVITY_EVENTS) addEventListener(type, onActivity, { passive: true });
// A link to an exchange opens the replay at that exchange. Only the app can show the replay.
if (new URLSearchParams(location.search).has('exchange')) void start();
