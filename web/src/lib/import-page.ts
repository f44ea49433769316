import { importOrReload } from './reload-on-missing-chunk.ts';

/** Whether the reader waits for a page, as for the first one, rather than points at a link to one. */
let isNavigating = true;

/** Note that the reader has begun to go to a page, or has arrived. */
export function setNavigating(navigating: boolean): void {
  isNavigating = navigating;
}

/** Import the code of a page, which is needed only if the reader goes there: a preload that fails reloads nothing. */
export async function importPage<T>(load: () => Promise<T>): Promise<T> {
  if (isNavigating) return importOrReload(load);
  // One listener for each import: others may still be under way when this one ends.
  const ignore = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('vite:preloadError', ignore, { capture: true });
  try {
    return await load();
  } finally {
    window.removeEventListener('vite:preloadError', ignore, { capture: true });
  }
}
