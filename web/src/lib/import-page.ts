import { importOrReload } from './reload-on-missing-chunk.ts';

/** Whether a page is being opened, as on the first load, rather than preloaded. */
let isNavigating = true;

/** Record that a navigation has started or ended. */
export function setNavigating(navigating: boolean): void {
  isNavigating = navigating;
}

/**
 * Import the code of a page. During a navigation, a missing file reloads the page; a failed preload does not.
 */
export async function importPage<T>(load: () => Promise<T>): Promise<T> {
  if (isNavigating) return importOrReload(load);
  // One listener per import: others may still be running when this import ends.
  const ignore = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('vite:preloadError', ignore, { capture: true });
  try {
    return await load();
  } finally {
    window.removeEventListener('vite:preloadError', ignore, { capture: true });
  }
}
