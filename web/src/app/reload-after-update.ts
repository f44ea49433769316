const KEY = 'reloaded';
const PAUSE_MS = 30_000;

/** A page opened before an update asks for files that are gone: it reloads, at most once in 30 s. */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    try {
      const last = Number(sessionStorage.getItem(KEY));
      if (Date.now() - last < PAUSE_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
