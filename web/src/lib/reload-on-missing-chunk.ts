import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'reloaded';
const RELOAD_INTERVAL_MS = 30_000;
/** Interval (ms) of checks while the site is unreachable. */
const POLL_INTERVAL_MS = 2_000;
let pendingReload: Promise<ReloadState> | undefined;

type ReloadState = 'away' | 'missing' | 'reloading';

/**
 * Reload the page because a file is missing, which happens to pages that were opened before an update. The page does
 * not reload if the site is unreachable (returns 'away'), or if a reload in the last 30 s did not help (returns
 * 'missing'). Concurrent callers share the result.
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
  // If the reload cannot be recorded, do not reload, because the page could reload forever.
  if (isRecent || !tabStorage.write(STORAGE_KEY, String(Date.now()))) return 'missing';
  location.reload();
  return 'reloading';
}

/** Reload the page when a file of an import is missing. */
export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnMissingChunk());
}

/**
 * Import code that the page needs. If the import fails, reload the page as soon as the site is reachable, because
 * browsers never load a failed script again. Rejects if the file is still missing after the reload.
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
