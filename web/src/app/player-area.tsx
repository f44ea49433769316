import { Outlet } from '@tanstack/react-router';
import { useSession } from '../features/accounts/api.ts';

/** Every page behind sign-in; shows nothing more the moment a session ends, before the landing page is there. */
export function PlayerArea() {
  return useSession() && <Outlet />;
}
