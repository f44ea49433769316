import '../base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { getSession, sessionQuery } from '../entities/session/api.ts';
import { type AccountDialog, showAccountDialog } from '../features/accounts/dialogs.ts';
import { loadDialogs } from '../features/accounts/open-dialog.ts';
import { queryClient } from '../lib/query-client.ts';
import { App } from './app.tsx';
import { router } from './router.tsx';

let root: Root | undefined;
/** Report whether the app is rendered. */
export const isStarted = (): boolean => root !== undefined;

/** Render the app. */
export function start(): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root');
  void queryClient.prefetchQuery(sessionQuery);
  root = createRoot(element);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Load what `start` needs. Rejects if code cannot be loaded. */
export async function preloadStart(): Promise<void> {
  // Without a connection, this request fails immediately. Waiting is pointless, because the code cannot load either.
  const sessionRequest = queryClient.prefetchQuery({ ...sessionQuery, networkMode: 'always' });
  const page = sessionRequest.then(() => (getSession() === null ? router.load() : undefined));
  await Promise.all([loadDialogs(), page]);
}

/**
 * Render the app over a prerendered page in one step, without a visible change, and open an account dialog. `restore`
 * restores the visitor's focus and open sections. If the visitor is already logged in, for example in another tab,
 * reload the page instead, unless the dialog is for cookie settings. Call this function after `preloadStart`. Rejects
 * if the server has not answered.
 */
export async function startWithDialog(dialog: AccountDialog, restore: () => void): Promise<void> {
  const user = getSession();
  if (user === undefined) throw new Error('The server did not answer');
  if (user && dialog !== 'cookies') return location.reload();
  await router.load();
  if (isStarted()) return showAccountDialog(dialog);
  const scrollY = window.scrollY;
  flushSync(start);
  restore();
  // Scroll last, because opening sections makes the page longer.
  window.scrollTo(0, scrollY);
  showAccountDialog(dialog);
}
