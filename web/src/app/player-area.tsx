import { Outlet } from '@tanstack/react-router';
import { Fragment, lazy, Suspense } from 'react';
import { useSession } from '../features/accounts/api.ts';

const PeopleHost = lazy(async () => ({
  default: (await import('../features/profiles/components/people-host.tsx')).PeopleHost,
}));

/** Every page behind sign-in; shows nothing more the moment a session ends, before the landing page is there. */
export function PlayerArea() {
  const me = useSession();
  return (
    me && (
      <Fragment key={me.id}>
        <Outlet />
        <Suspense>
          <PeopleHost />
        </Suspense>
      </Fragment>
    )
  );
}
