import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../features/accounts/api.ts';

const PeopleHost = lazy(async () => ({
  default: (await import('../features/profiles/components/people-host.tsx')).PeopleHost,
}));

/** Every page behind sign-in; shows nothing more the moment a session ends, before the landing page is there. */
export function PlayerArea() {
  return (
    useSession() && (
      <>
        <Outlet />
        <Suspense>
          <PeopleHost />
        </Suspense>
      </>
    )
  );
}
