import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { sessionQuery } from '../features/accounts/api.ts';
import { Button } from '../ui/button.tsx';
import styles from './plain-page.module.css';
import { router } from './router.tsx';
import { useFollowSession } from './use-follow-session.ts';
import { usePageChange } from './use-page-change.ts';

/** Restores the session first, then draws the page. */
export function App() {
  const session = useQuery(sessionQuery);
  if (session.data !== undefined) return <Pages />;
  if (!session.isError) return null;
  return (
    <main className={styles.page} role="alert">
      <h1>{SHELL_TEXTS.unreachable}</h1>
      <p className={styles.text}>{SHELL_TEXTS.unreachableText}</p>
      <Button variant="primary" busy={session.isFetching} onClick={() => void session.refetch()}>
        {SHELL_TEXTS.retry}
      </Button>
    </main>
  );
}

function Pages() {
  useFollowSession(router);
  usePageChange(router);
  return <RouterProvider router={router} />;
}
