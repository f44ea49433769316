import { flushSync } from 'react-dom';
import { getSession } from '../entities/session/api.ts';
import { isStarted, preloadStart, start } from './start.tsx';

/**
 * Render the app over a page that the server has rendered, in one step and at the same scroll position. If the visitor
 * is logged in, reload the page instead. Rejects if code cannot be loaded, or if the server does not answer.
 * @param mayStart resolves when the elements of the page can be replaced
 * @param restore restores the focus afterwards
 */
export async function startInPlace(mayStart: () => Promise<void>, restore: () => void): Promise<void> {
  await preloadStart();
  await mayStart();
  const user = getSession();
  if (user === undefined) throw new Error('The server did not answer');
  if (user) return location.reload();
  // An account dialog might have started the app in the meantime.
  if (isStarted()) return;
  const scrollY = window.scrollY;
  flushSync(start);
  window.scrollTo(0, scrollY);
  // Restore last, because a control that `restore` clicks might scroll the page.
  restore();
}
