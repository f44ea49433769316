import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Outlet } from '@tanstack/react-router';
import { AccountDialogHost } from '../features/accounts/components/account-dialog-host.tsx';
import { ConfirmHost } from '../ui/confirm.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navbar } from './navbar.tsx';
import styles from './shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { MAIN_ID } from './use-page-change.ts';

/** The frame around every page. */
export function Shell() {
  return (
    <div className={styles.shell}>
      <a href={`#${MAIN_ID}`} className={styles.skip}>
        {SHELL_TEXTS.skip}
      </a>
      <Navbar />
      <ConnectionBanner />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
      <AccountDialogHost />
      <ConfirmHost />
      <LiveRegion />
    </div>
  );
}
