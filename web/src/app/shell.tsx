import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useSession } from '../entities/session/api.ts';
import { AccountDialogHost } from '../features/accounts/components/account-dialog-host.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { MAIN_ID } from '../ui/focus-main.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navbar } from './navbar.tsx';
import styles from './shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { useRemoveAppSkeleton } from './use-remove-app-skeleton.ts';

/** Show the frame around every page. `hosts` contains everything after the footer, such as dialogs. */
export function Frame({ banner, hosts }: { banner?: ReactNode; hosts: ReactNode }) {
  return (
    <div className={styles.shell}>
      <a href={`#${MAIN_ID}`} className={styles.skip}>
        {SHELL_TEXTS.skip}
      </a>
      <Navbar />
      {banner}
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
      {hosts}
    </div>
  );
}

const TabBar = lazyComponent(() => import('./tab-bar.tsx'), 'TabBar');

/** Show a player's tab bar; its space is reserved while its code loads. */
function Tabs() {
  const me = useSession();
  return (
    me && (
      <Suspense fallback={<div className={styles.tabSpace} />}>
        <TabBar me={me} />
      </Suspense>
    )
  );
}

/** Show the frame with the connection banner, the tab bar, the account dialogs and the live region. */
export function Shell() {
  useRemoveAppSkeleton();
  return (
    <Frame
      banner={<ConnectionBanner />}
      hosts={
        <>
          <Tabs />
          <AccountDialogHost />
          <LiveRegion />
        </>
      }
    />
  );
}
