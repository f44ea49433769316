import { importOrReload } from './reload-on-missing-chunk.ts';

/** True while a page is being opened, including the first page; false while pages are only preloaded. */
let isNavigating = true;

/** Record that a navigation has started or ended. */
export function setNavigating(navigating: boolean): void {
  isNavigating = navigating;
}

/**
 * Import the code of a page. If a file is missing during a navigation, reload the browser page. During a preload, only
 * reject.
 */
export async function importPage<T>(load: () => Promise<T>): Promise<T> {
  if (isNavigating) return importOrReload(load);
  // Hide the event from `watchMissingChunks`, which would reload the page. Each import has its own listener. If the
  // imports shared a listener, the first import that ends would remove it, although other imports still need it.
  const ignore = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('vite:preloadError', ignore, { capture: true });
  try {
    return await load();
  } finally {
    window.removeEventListener('vite:preloadError', ignore, { capture: true });
  }
}
