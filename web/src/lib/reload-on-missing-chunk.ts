import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'reloaded';
const RELOAD_INTERVAL_MS = 30_000;
/** Between two looks whether the site answers again. */
const POLL_INTERVAL_MS = 2_000;
let pendingReload: Promise<ReloadState> | undefined;

type ReloadState = 'away' | 'missing' | 'reloading';

/**
 * Loads the page anew, since it lacks a file, as one does that was opened before an update. While the site is 'away' the
 * page stays as it is, and a file that was 'missing' 30 s ago too is not to be had. Whoever asks meanwhile gets the same
 * answer: a file that is not had is told of twice.
 */
function reloadOnMissingChunk(): Promise<ReloadState> {
  pendingReload ??= tryReload().then((state) => {
    if (state !== 'reloading') pendingReload = undefined;
    return state;
  });
  return pendingReload;
}

async function tryReload(): Promise<ReloadState> {
  const response = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!response?.ok) return 'away';
  const isRecent = Date.now() - Number(tabStorage.read(STORAGE_KEY)) < RELOAD_INTERVAL_MS;
  // Where that cannot be noted, it would be loaded anew for ever.
  if (isRecent || !tabStorage.write(STORAGE_KEY, String(Date.now()))) return 'missing';
  location.reload();
  return 'reloading';
}

/** Has it so for every file that the page asks for and does not get. */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnMissingChunk());
}

/**
 * What a file has, for what the page cannot do without: a browser does not ask again for a script that it could not
 * fetch, so where the site is away this waits for it, and the page is loaded anew. Rejects when that did not help.
 */
export async function importOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    for (;;) {
      const state = await reloadOnMissingChunk();
      if (state === 'missing') throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }
}
