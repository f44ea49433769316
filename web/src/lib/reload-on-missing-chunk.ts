import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'reloaded';
const RELOAD_INTERVAL_MS = 30_000;
/** How often an unreachable site is asked again. */
const POLL_INTERVAL_MS = 2_000;
let pendingReload: Promise<ReloadState> | undefined;

type ReloadState = 'away' | 'missing' | 'reloading';

/**
 * Reload the page, which lacks a file, as one does that was opened before an update of the site. Return 'away' if the site
 * cannot be reached, and 'missing' if a reload in the last 30 s did not help: in both cases the page stays as it is.
 * Callers at the same time share the answer.
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
  // If the reload cannot be recorded, the page would reload for ever.
  if (isRecent || !tabStorage.write(STORAGE_KEY, String(Date.now()))) return 'missing';
  location.reload();
  return 'reloading';
}

/** Reload the page when an import finds a file missing. */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnMissingChunk());
}

/**
 * Import code that the page needs. Browsers do not request a script again that has failed once: while the site cannot be
 * reached, this waits, and then the page is reloaded. Rejects if the file is still missing after that.
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
