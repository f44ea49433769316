import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'reloaded';
const RELOAD_INTERVAL_MS = 30_000;
/** Interval of checks while the site is unreachable. */
const POLL_INTERVAL_MS = 2_000;
let pendingReload: Promise<ReloadState> | undefined;

type ReloadState = 'away' | 'missing' | 'reloading';

/**
 * Reload the page after a missing file, as happens to pages opened before an update. Return 'away' if the
 * site is unreachable, and 'missing' if a reload in the last 30 s did not help: in both cases the page stays
 * as it is. Concurrent callers share the result.
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
  // Without a record of the reload, the page would reload forever.
  if (isRecent || !tabStorage.write(STORAGE_KEY, String(Date.now()))) return 'missing';
  location.reload();
  return 'reloading';
}

/** Reload the page when an import finds a file missing. */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnMissingChunk());
}

/**
 * Import code that the page needs. Browsers never retry a failed script: if the site is unreachable, this
 * waits and then reloads the page. Rejects if the file is still missing afterwards.
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
