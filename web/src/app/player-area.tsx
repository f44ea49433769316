import { Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, Suspense, useDeferredValue, useRef } from 'react';
import { useSession } from '../entities/session/api.ts';
import { lazily } from '../lib/lazily.ts';
import { PendingPage } from './pending-page.tsx';

const PeopleHost = lazily(() => import('./people-host.tsx'), 'PeopleHost');

/** Every page behind sign-in; shows nothing more the moment a session ends, before the landing page is there. */
export function PlayerArea() {
  const me = useSession();
  return (
    me && (
      <Fragment key={me.id}>
        <Page />
        <Suspense>
          <PeopleHost />
        </Suspense>
      </Fragment>
    )
  );
}

/**
 * The page; the first is drawn in pieces, so that a phone answers taps meanwhile: the frame stands already. Whoever comes
 * to one later finds it whole, and scrolled to where they were.
 */
function Page() {
  const isLoaded = useRouterState({ select: ({ status }) => status === 'idle' });
  const isDue = useDeferredValue(isLoaded);
  const wasDrawn = useRef(false);
  if (isDue) wasDrawn.current = true;
  return wasDrawn.current ? <Outlet /> : <PendingPage />;
}
