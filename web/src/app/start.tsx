import '../base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { getSession, sessionQuery } from '../entities/session/api.ts';
import { type AccountDialog, showAccountDialog } from '../features/accounts/dialogs.ts';
import { loadDialogs } from '../features/accounts/open-dialog.ts';
import { queryClient } from '../lib/query-client.ts';
import { App } from './app.tsx';
import { router } from './router.tsx';

/** Draws the app. */
export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  void queryClient.prefetchQuery(sessionQuery);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Fetches what `start` needs. Rejects where code cannot be loaded. */
export async function preloadStart(): Promise<void> {
  // Without a connection it fails, as the code does, instead of waiting for one.
  const sessionRequest = queryClient.prefetchQuery({ ...sessionQuery, networkMode: 'always' });
  const page = sessionRequest.then(() => (getSession() === null ? router.load() : undefined));
  await Promise.all([loadDialogs(), page]);
}

/**
 * Draws the app over a page that stood ready, with an account dialog open. What is there is replaced by the same in one
 * go, so `restore` is asked to put back what the reader did to it: the focus, and what they opened. Who turns out to be
 * signed in, as in another tab, gets their own page instead of a dialog to sign in by. Rejects where the code cannot be
 * loaded, or the server does not answer.
 */
export async function startWithDialog(dialog: AccountDialog, restore: () => void): Promise<void> {
  await preloadStart();
  const user = getSession();
  if (user === undefined) throw new Error('Nobody answers');
  if (user && dialog !== 'cookies') return location.reload();
  await router.load();
  const scrollY = window.scrollY;
  flushSync(start);
  restore();
  window.scrollTo(0, scrollY);
  showAccountDialog(dialog);
}
