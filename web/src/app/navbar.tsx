import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../entities/session/api.ts';
import { AccountDialogButton } from '../features/accounts/components/account-dialog-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Row } from '../ui/layout.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Logo } from './logo.tsx';
import styles from './navbar.module.css';

const PlayerNav = lazyComponent(() => import('./player-nav.tsx'), 'PlayerNav');

/** Show the top bar: the logo, and the links and buttons of guests or players. */
export function Navbar() {
  const user = useSession();
  return (
    <header className={styles.bar}>
      <nav
        className={styles.inner}
        aria-label={SHELL_TEXTS.mainNavigation}
        data-player={user ? true : undefined}
      >
        <Link to="/" className={styles.logo} aria-label={SHELL_TEXTS.logo}>
          <Logo />
          <span className={styles.name}>{SHELL_TEXTS.product}</span>
        </Link>
        <Row gap={2} grow justify="end" className={styles.end}>
          {user ? (
            <Suspense fallback={<Skeleton width="" height="2.875rem" className={styles.skeleton} />}>
              <PlayerNav user={user} />
            </Suspense>
          ) : (
            <>
              <AccountDialogButton dialog="sign-in" variant="ghost">
                {SESSION_LABELS.logIn}
              </AccountDialogButton>
              <AccountDialogButton dialog="sign-up" variant="primary">
                {SESSION_LABELS.signUp}
              </AccountDialogButton>
            </>
          )}
        </Row>
      </nav>
    </header>
  );
}
