import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../entities/session/api.ts';
import { Button } from '../ui/button.tsx';
import { watchGuardEntry } from '../ui/use-close-on-back.ts';
import styles from './plain-page.module.css';
import { router } from './router.tsx';
import { usePageChange } from './use-page-change.ts';
import { useRemoveAppSkeleton } from './use-remove-app-skeleton.ts';
import { useSessionSync } from './use-session-sync.ts';

/** Time between two attempts to reach the site. */
const RETRY_INTERVAL_MS = 5_000;
/** True if this page comes from the browser's cache because the site was unreachable. */
const isOfflineShell = 'offlineShell' in document.documentElement.dataset;

/** Restore the session, then show the page. */
export function App() {
  const session = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => state.data === undefined && RETRY_INTERVAL_MS,
  });
  if (session.data !== undefined) return <Pages />;
  if (!session.isError && !session.isPaused && !isOfflineShell) return null;
  return <Unreachable onRetry={() => void session.refetch()} busy={session.isFetching} />;
}

function Unreachable({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  useRemoveAppSkeleton();
  return (
    <main>
      <div className={styles.page} role="alert">
        <h1>{isOfflineShell ? SHELL_TEXTS.offlineTitle : SHELL_TEXTS.unreachable}</h1>
        <p className={styles.text}>
          {isOfflineShell ? SHELL_TEXTS.offlineText : SHELL_TEXTS.unreachableText}
        </p>
        <Button variant="primary" busy={busy} onClick={onRetry}>
          {SHELL_TEXTS.retry}
        </Button>
      </div>
    </main>
  );
}

function Pages() {
  useSessionSync(router);
  usePageChange(router);
  useEffect(() => watchGuardEntry(router.history), []);
  return <RouterProvider router={router} />;
}
