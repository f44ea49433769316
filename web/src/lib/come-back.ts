import { tabStorage } from './storage.ts';

const KEY = 'reloaded';
const PAUSE_MS = 30_000;
/** Between two looks whether the site answers again. */
const LOOK_MS = 2_000;
let coming: Promise<State> | undefined;

type State = 'away' | 'missing' | 'reloading';

/**
 * Loads the page anew, since it lacks a file, as one does that was opened before an update. While the site is 'away' the
 * page stays as it is, and a file that was 'missing' 30 s ago too is not to be had. Whoever asks meanwhile gets the same
 * answer: a file that is not had is told of twice.
 */
function comeBack(): Promise<State> {
  coming ??= reloadOnce().then((state) => {
    if (state !== 'reloading') coming = undefined;
    return state;
  });
  return coming;
}

async function reloadOnce(): Promise<State> {
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return 'away';
  const isFresh = Date.now() - Number(tabStorage.read(KEY)) < PAUSE_MS;
  // Where that cannot be noted, it would be loaded anew for ever.
  if (isFresh || !tabStorage.write(KEY, String(Date.now()))) return 'missing';
  location.reload();
  return 'reloading';
}

/** Has it so for every file that the page asks for and does not get. */
export function comeBackWithFiles(): void {
  window.addEventListener('vite:preloadError', () => void comeBack());
}

/**
 * What a file has, for what the page cannot do without: a browser does not ask again for a script that it could not
 * fetch, so where the site is away this waits for it, and the page is loaded anew. Rejects when that did not help.
 */
export async function needed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    for (;;) {
      const state = await comeBack();
      if (state === 'missing') throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
