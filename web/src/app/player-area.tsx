import { Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, Suspense, useDeferredValue, useRef } from 'react';
import { useSession } from '../entities/session/api.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { PendingPage } from './pending-page.tsx';

const LiveUpdatesHost = lazyComponent(() => import('./live-updates-host.tsx'), 'LiveUpdatesHost');

/** Show a page for players. After a logout, show nothing until the landing page appears. */
export function PlayerArea() {
  const me = useSession();
  return (
    me && (
      <Fragment key={me.id}>
        <Page />
        <Suspense>
          <LiveUpdatesHost meId={me.id} />
        </Suspense>
      </Fragment>
    )
  );
}

/** Show a page that is open to everyone. Players see it in the player area, with live updates. */
export function ViewerArea() {
  return useSession() ? <PlayerArea /> : <Outlet />;
}

/**
 * Show the page. The first page renders in a deferred update, so that phones respond to input while the skeleton
 * is visible. Later pages render immediately, so that their scroll position can be restored.
 */
function Page() {
  const isLoaded = useRouterState({ select: ({ status }) => status === 'idle' });
  const isDue = useDeferredValue(isLoaded);
  const wasDrawn = useRef(false);
  if (isDue) wasDrawn.current = true;
  return wasDrawn.current ? <Outlet /> : <PendingPage />;
}
